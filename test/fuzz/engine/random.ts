/** Numbers from a seed: xorshift128 (Marsaglia 2003), which is enough to choose edits. */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    this.#state = Uint32Array.of(seed | 0, 0x9e3779b9, seed ^ 0x243f6a88, 0xb7e15162);
    for (let round = 0; round < 20; round++) this.#next();
  }

  #next(): number {
    const state = this.#state;
    let word = state[3]!;
    const first = state[0]!;
    word ^= word << 11;
    word ^= word >>> 8;
    state.copyWithin(1, 0, 3);
    state[0] = word ^ first ^ (first >>> 19);
    return state[0]!;
  }

  /** An integer from 0 up to `bound`, which is left out. */
  below(bound: number): number {
    return bound <= 1 ? 0 : this.#next() % bound;
  }

  /** Small numbers more often than large ones. */
  small(bound: number): number {
    return this.below(1 + this.below(bound));
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
