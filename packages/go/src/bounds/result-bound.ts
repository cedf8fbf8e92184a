import { FuncError } from '../values/value.js';

/** The cost of a part in addition to its text. */
const partCost = 48;
const maxCost = 256 * 1024 * 1024;

/** Bounds the text that an encoder writes for one value. A shared part counts each time, as it is written each time. */
export class ResultBound {
  #left = maxCost;

  /**
   * Counts a part with this many characters.
   *
   * @throws FuncError, which no template function converts to a result, if there are too many characters
   */
  add(length: number): void {
    this.#left -= length + partCost;
    if (this.#left < 0) throw new FuncError(`the result would be larger than ${maxCost} bytes`);
  }
}
