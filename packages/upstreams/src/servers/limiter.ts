import { untilAborted } from '@mcpgw/loader/internal';

/** The queue of waiting requests is full. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
  readonly size: number;
  constructor(size: number) {
    super(`${size} requests wait already`);
    this.size = size;
  }
}

/** Runs at most `limit` pieces of work at the same time, in the order of their arrival; 0 means no limit. */
export class Limiter {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #limit: number;
  #queueSize: number;

  constructor(limit: number, queueSize: number) {
    this.#limit = limit;
    this.#queueSize = queueSize;
  }

  /** Changes the limits, and starts waiting work that they allow. */
  configure(limit: number, queueSize: number): void {
    this.#limit = limit;
    this.#queueSize = queueSize;
    while (this.#waiting.length > 0 && this.isFree) this.#letOn();
  }

  get running(): number {
    return this.#running;
  }

  /** Whether a piece of work would run at once. */
  get isFree(): boolean {
    return this.#limit === 0 || this.#running < this.#limit;
  }

  #letOn(): void {
    this.#running++;
    this.#waiting.shift()?.();
  }

  /**
   * Runs `work` when it is its turn.
   * @throws QueueFullError; the reason of `signal` when it aborts before the turn
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.isFree) this.#running++;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#running--;
      if (this.#waiting.length > 0 && this.isFree) this.#letOn();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#queueSize) throw new QueueFullError(this.#queueSize);
    let go: () => void = () => {};
    const turn = new Promise<void>(resolve => {
      go = resolve;
    });
    this.#waiting.push(go);
    try {
      await untilAborted(turn, signal);
    } catch (error) {
      const place = this.#waiting.indexOf(go);
      if (place >= 0) this.#waiting.splice(place, 1);
      else this.#running--;
      throw error;
    }
  }
}
