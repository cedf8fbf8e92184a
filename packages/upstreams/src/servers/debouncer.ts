/**
 * Runs requested work, one run at a time, and less often the more often it is requested. The last request is never lost: work that is
 * requested while it runs is run again.
 */

export interface DebouncerSettings {
  /** Milliseconds before the first run after a pause. */
  readonly first: number;
  /** Maximum gap between two runs in milliseconds, unless `share` requires more. The gap doubles with each run that follows soon. */
  readonly longest: number;
}

/** Number of gaps without a request after which the gap is reset. */
const quietGaps = 4;
/** Maximum share of the time that the work takes. */
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
