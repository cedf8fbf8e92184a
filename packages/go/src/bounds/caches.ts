/** What the libraries keep between calls, of all callers in the process. Each keeper bounds its own part. */
class Caches {
  readonly #drops: (() => void)[] = [];

  /** A map that `drop` empties. */
  map<K, V>(): Map<K, V> {
    const map = new Map<K, V>();
    this.onDrop(() => map.clear());
    return map;
  }

  /** Runs `forget` at every `drop`. */
  onDrop(forget: () => void): void {
    this.#drops.push(forget);
  }

  /** Forgets everything; what is needed again is made again. */
  drop(): void {
    for (const forget of this.#drops) forget();
  }
}

/** The caches of this process: a process that runs for long can drop them. */
export const caches = new Caches();
