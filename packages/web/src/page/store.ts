/** Values that change, and who follows them. */

/** Calls a listener after each change, until the function that it gives is called. */
export type Subscribe = (listener: () => void) => () => void;

/** A value that changes. It is replaced, never changed in place. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  /** The value now. */
  readonly snapshot = (): T => this.#value;

  readonly subscribe: Subscribe = listener => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Replaces the value, and tells who follows it. */
  set(value: T): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}
