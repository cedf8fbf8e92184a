/** Bounds of what one call of a function may make or visit. */
import { FuncError } from '../values/value.js';

/** Longest string, in UTF-16 units, that one function call may make out of shorter ones (repeat, indent, replace, ...). */
const MAX_STRING = 16 * 1024 * 1024;

/** Longest list that one function call may make out of numbers (until, untilStep, seq, chunk). */
const MAX_LIST = 1_000_000;

/** Throws FuncError when a string of `length` units is more than a template may make. */
export function boundString(name: string, length: number): void {
  if (length > MAX_STRING) throw new FuncError(`${name}: the result is longer than ${MAX_STRING} characters`);
}

/** Throws FuncError when a list of `length` elements is more than a template may make. */
export function boundList(name: string, length: number): void {
  if (length > MAX_LIST) throw new FuncError(`${name}: the result has more than ${MAX_LIST} elements`);
}

/** Parts of values that one function call may visit. Shared parts count each time, as they would be walked in Go. */
const MAX_VISITS = 1_000_000;

/** Deeper nesting than this is a value that holds itself; Go would end in a stack overflow. */
const MAX_DEPTH = 1000;

/** Bounds the walk of one call through values that may share parts or hold themselves. */
export class Walk {
  private readonly name: string;
  private visits = 0;
  constructor(name: string) {
    this.name = name;
  }

  /** Counts one part at a depth; throws FuncError where it is too deep or one too many. */
  visit(depth: number): void {
    if (depth > MAX_DEPTH) throw new FuncError(`${this.name}: the value is nested deeper than ${MAX_DEPTH}`);
    if (++this.visits > MAX_VISITS) throw new FuncError(`${this.name}: the value has more than ${MAX_VISITS} parts`);
  }
}
