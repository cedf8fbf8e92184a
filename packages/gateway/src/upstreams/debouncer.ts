/**
 * Does work that was asked for, never twice at once, and the less often the more it is asked for. What is asked for last is never
 * lost: work that was asked for while it was being done is done again.
 */

export interface DebouncerSettings {
  /** Milliseconds before the first work after a quiet time. */
  readonly first: number;
  /** Longest gap between two works, in milliseconds, but for what `share` wants. The gap doubles for each that follows soon. */
  readonly longest: number;
}

/** Number of gaps without a request after which the gap is reset. */
const quietGaps = 4;
/** Work takes at most this share of the time. */
const share = 0.1;
/** Maximum gap after long work, in milliseconds. */
const longestOfAll = 60_000;

export class Debouncer {
  readonly #work: () => Promise<number>;
  readonly #settings: DebouncerSettings;
  #timer: NodeJS.Timeout | undefined;
  #isWorking = false;
  #isAskedAgain = false;
  #isClosed = false;
  #gap: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  /** `work` never rejects, and returns the milliseconds of this process that it took. */
  constructor(work: () => Promise<number>, settings: DebouncerSettings) {
    this.#work = work;
    this.#settings = settings;
    this.#gap = settings.first;
  }

  /** Requests work. Requests before the work begins are served by one run. */
  ask(): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    if (this.#isWorking) {
      this.#isAskedAgain = true;
      return;
    }
    const { first } = this.#settings;
    const since = performance.now() - this.#endedAt;
    if (since > quietGaps * this.#gap) this.#gap = first;
    this.#timer = setTimeout(() => void this.#run(), Math.max(first, this.#gap - since));
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isWorking = true;
    const milliseconds = await this.#work();
    this.#isWorking = false;
    this.#endedAt = performance.now();
    const { longest } = this.#settings;
    this.#gap = Math.max(Math.min(this.#gap * 2, longest), Math.min(milliseconds / share, longestOfAll));
    if (!this.#isAskedAgain) return;
    this.#isAskedAgain = false;
    this.ask();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
