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

/** After so many gaps without a request it is quiet. */
const quietGaps = 4;
/** Work takes at most this share of the time. */
const share = 0.1;
/** The longest gap that work which takes long gets, in milliseconds. */
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

  /** `work` never rejects, and gives the milliseconds that it took of this process's time. */
  constructor(work: () => Promise<number>, settings: DebouncerSettings) {
    this.#work = work;
    this.#settings = settings;
    this.#gap = settings.first;
  }

  /** Asks for work. One that has not begun yet serves for all that asked. */
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
