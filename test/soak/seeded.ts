import { randomNumbers } from '../helpers/random.js';

/** Random choices that a seed repeats. */
export class Seeded {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** A number from 0 to 1, without 1. */
  next(): number {
    return this.#next() / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
