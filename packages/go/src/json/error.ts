import type { Value } from '../values/value.js';

/** A value that JSON cannot represent, or text that is not JSON. `message` is Go's. */
export class JsonError extends Error {
  override name = 'JsonError';
  /** The value that was decoded despite the error, with null for numbers out of range. Undefined for syntax errors. */
  readonly partial: Value | undefined;
  constructor(message: string, partial?: Value) {
    super(message);
    this.partial = partial;
  }
}
