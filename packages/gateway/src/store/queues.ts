/** Work by name, one after the other; work of different names runs at once. */
export class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all that was given before under `name`, and settles as it does. */
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

  /** Settles when all work given so far has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
