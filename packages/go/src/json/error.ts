import type { Value } from '../values/value.js';

/** A value that has no JSON, or text that is not JSON. `message` is Go's. */
export class JsonError extends Error {
  override name = 'JsonError';
  /** What was decoded although there was an error: numbers out of range leave null. Undefined for syntax errors. */
  readonly partial: Value | undefined;
  constructor(message: string, partial?: Value) {
    super(message);
    this.partial = partial;
  }
}
