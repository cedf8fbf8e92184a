import { ExactNumber } from './exact-number.js';

/** Whether `value` is an object of JSON: not null, no list, and no number that is kept as text. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
