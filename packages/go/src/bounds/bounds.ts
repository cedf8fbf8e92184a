/** Limits on what one function call may create or visit. */
import { FuncError } from '../values/value.js';

/** The longest string, in UTF-16 units, that one function call may build from shorter ones (repeat, indent, replace, ...). */
const MAX_STRING = 16 * 1024 * 1024;

/** The longest list that one function call may build from numbers (until, untilStep, seq, chunk). */
const MAX_LIST = 1_000_000;

/**
 * Checks the length of a string in UTF-16 units.
 *
 * @throws FuncError if it is longer than a template may create
 */
export function boundString(name: string, length: number): void {
  if (length > MAX_STRING) throw new FuncError(`${name}: the result is longer than ${MAX_STRING} characters`);
}

/**
 * Checks the length of a list.
 *
 * @throws FuncError if it is longer than a template may create
 */
export function boundList(name: string, length: number): void {
  if (length > MAX_LIST) throw new FuncError(`${name}: the result has more than ${MAX_LIST} elements`);
}

/** The number of parts of values that one function call may visit. A shared part counts each time, as Go would visit it. */
const MAX_VISITS = 1_000_000;

/** A value nested deeper than this contains itself. Go would end in a stack overflow. */
const MAX_DEPTH = 1000;

/** Bounds the traversal of values that may share parts or contain themselves, in one call. */
export class Walk {
  readonly #name: string;
  #visits = 0;
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Counts one part at a depth.
   *
   * @throws FuncError if the part is too deep, or if there are too many parts
   */
  visit(depth: number): void {
    if (depth > MAX_DEPTH) throw new FuncError(`${this.#name}: the value is nested deeper than ${MAX_DEPTH}`);
    if (++this.#visits > MAX_VISITS) throw new FuncError(`${this.#name}: the value has more than ${MAX_VISITS} parts`);
  }
}
