/** Counts the calls of tools since the start, by the names that clients use; at most 10,000 of them. */
export class ToolUsage {
  readonly #counts = new Map<string, number>();

  called(name: string): void {
    const count = this.#counts.get(name);
    if (count !== undefined || this.#counts.size < 10_000) this.#counts.set(name, (count ?? 0) + 1);
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** The most used tools among `names`; tools that were used equally often are sorted by name. */
  top(limit: number, isKnown: (name: string) => boolean): { readonly count: number; readonly name: string }[] {
    const known = [...this.#counts].filter(([name]) => isKnown(name)).map(([name, count]) => ({ count, name }));
    return known.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, limit);
  }
}
