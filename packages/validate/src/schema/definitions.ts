/** A JSON Schema, or a part of one. */
export type Schema = Record<string, unknown>;

/** The `$defs` of one schema document. Each definition is written once, under a unique name. */
export class SchemaDefinitions {
  readonly #names = new Map<unknown, string>();
  readonly #written = new Map<string, Schema>();

  /** A `$ref` to the definition of `thing`. `write` is called the first time. If another definition has the name, a number is added. */
  ref(thing: unknown, base: string, write: () => Schema): Schema {
    let name = this.#names.get(thing);
    if (name === undefined) {
      name = this.#free(base);
      this.#names.set(thing, name);
      this.#written.set(name, {});
      this.#written.set(name, write());
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** All definitions, sorted by name; an empty object if there are none. */
  all(): Schema {
    const sorted = [...this.#written].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.length === 0 ? {} : { $defs: Object.fromEntries(sorted) };
  }

  #free(base: string): string {
    let name = base;
    for (let count = 2; this.#written.has(name); count++) name = `${base}-${count}`;
    return name;
  }
}
