/**
 * Runs long work in slices, so that other work runs between them. All such work shares one queue: each turn of the event loop runs one
 * slice, however many pieces of work there are.
 */

/** Milliseconds that a slice may take. */
const sliceMs = 5;

const waiting: (() => void)[] = [];

function runNext(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(runNext);
}

function turn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runNext);
  });
}

export class Slices {
  #startedAt = performance.now();
  #milliseconds = 0;

  /** Whether the slice has used its time. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt >= sliceMs;
  }

  /** Ends a slice; resolves when the next one may begin. */
  async next(): Promise<void> {
    this.pause();
    await turn();
    this.resume();
  }

  /** Stops the clock: what follows is waiting, not work. */
  pause(): void {
    this.#milliseconds += performance.now() - this.#startedAt;
  }

  resume(): void {
    this.#startedAt = performance.now();
  }

  /** Milliseconds of all slices so far that have ended. */
  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** Runs `work` for each of `items`, in order. */
  async each<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
    for (const item of items) {
      work(item);
      if (this.isOver) await this.next();
    }
  }
}
