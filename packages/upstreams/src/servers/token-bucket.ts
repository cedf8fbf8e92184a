/** A token bucket: so many tokens a second, and those of some seconds at once after a pause. */
export class TokenBucket {
  readonly #perSecond: () => number;
  readonly #seconds: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  /** `seconds` is how many seconds' worth can be taken, or owed, at once. `now` gives milliseconds of a clock that never steps. */
  constructor(perSecond: () => number, seconds: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#seconds = seconds;
    this.#now = now;
    this.#tokens = perSecond() * seconds;
    this.#filledAt = now();
  }

  #fill(): void {
    const now = this.#now();
    const rate = this.#perSecond();
    this.#tokens = Math.min(this.#tokens + ((now - this.#filledAt) / 1000) * rate, rate * this.#seconds);
    this.#filledAt = now;
  }

  /** Takes a token; false if there is none. */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  /** Takes a token even if there is none; it is then owed. */
  owe(): void {
    this.#fill();
    this.#tokens = Math.max(this.#tokens - 1, -this.#perSecond() * this.#seconds);
  }

  /** Milliseconds until there is a token; 0 if there is one now. */
  wait(): number {
    this.#fill();
    return this.#tokens >= 1 ? 0 : Math.ceil(((1 - this.#tokens) / this.#perSecond()) * 1000);
  }
}
