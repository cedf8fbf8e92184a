import { FuncError } from '../values/value.js';

/** What a part costs beside its text. */
const partCost = 48;
const maxCost = 256 * 1024 * 1024;

/** Bounds the text that an encoder makes of one value. Shared parts count each time, as they are written. */
export class ResultBound {
  private left = maxCost;

  /** Counts a part with this many characters. Throws FuncError, which no template function takes for an answer. */
  add(length: number): void {
    this.left -= length + partCost;
    if (this.left < 0) throw new FuncError(`the result would be larger than ${maxCost} bytes`);
  }
}
