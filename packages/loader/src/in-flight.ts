/** Deletions after which a map begins anew. */
const renewAfter = 64;

/**
 * A map for what is there for a short time only, such as requests in flight.
 *
 * V8 gives a `Map` or `Set` that changes a new table now and then, and the old table points to the new one. Once a full collection has moved a
 * table to the old generation, all later tables are held by that chain, with what they held, until the next full collection: each
 * request of a busy process is then copied twice and kept. This map takes a new `Map` now and then, which belongs to no chain.
 */
export class InFlight<K, V> {
  #map = new Map<K, V>();
  #deleted = 0;

  get size(): number {
    return this.#map.size;
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  set(key: K, value: V): this {
    this.#map.set(key, value);
    return this;
  }

  /** Whether the key was there. */
  delete(key: K): boolean {
    const isDeleted = this.#map.delete(key);
    if (isDeleted && ++this.#deleted >= Math.max(renewAfter, this.#map.size)) {
      this.#map = new Map(this.#map);
      this.#deleted = 0;
    }
    return isDeleted;
  }

  clear(): void {
    this.#map = new Map();
    this.#deleted = 0;
  }

  /** The keys, in the order of their arrival. What is deleted meanwhile may still be given. */
  keys(): IterableIterator<K> {
    return this.#map.keys();
  }

  /** The values, in the order of their keys' arrival. What is deleted meanwhile may still be given. */
  values(): IterableIterator<V> {
    return this.#map.values();
  }
}
