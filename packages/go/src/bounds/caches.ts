/** Everything that the libraries cache between calls, for all callers in the process. Each cache bounds its own size. */
class Caches {
  readonly #drops: (() => void)[] = [];

  /** Creates a map that `drop` empties. */
  map<K, V>(): Map<K, V> {
    const map = new Map<K, V>();
    this.onDrop(() => map.clear());
    return map;
  }

  /** Registers a function that every `drop` runs. */
  onDrop(forget: () => void): void {
    this.#drops.push(forget);
  }

  /** Empties all caches. What is needed again is computed again. */
  drop(): void {
    for (const forget of this.#drops) forget();
  }
}

/** The caches of this process. A long-running process can drop them. */
export const caches = new Caches();
