import { ExactNumber } from './exact-number.js';

/** Whether `value` is a JSON object: not null, not an array, and not an `ExactNumber`. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
