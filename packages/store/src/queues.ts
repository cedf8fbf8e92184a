/** Queues by name: work of one name runs in sequence, work of different names concurrently. */
export class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work of `name`, and settles with its result. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.catch(() => {});
    this.#last.set(name, settled);
    try {
      return await done;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }

  /** Settles when all work so far has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
