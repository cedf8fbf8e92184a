import { GoMap, GoObject, Sized, type Value } from '../values/value.js';

/** Whether a value is empty in the sense of mergo and Sprig: nil, false, 0, and values of length zero. A struct or a pointer never is. */
export function empty(v: Value): boolean {
  if (v === null || v === false || v === '') return true;
  if (typeof v === 'bigint') return v === 0n;
  if (typeof v === 'number') return v === 0;
  if (Array.isArray(v) || v instanceof Uint8Array) return v.length === 0;
  if (v instanceof GoMap) return v.size === 0;
  if (v instanceof Sized) return Number(v.value) === 0;
  return v instanceof GoObject && !v.truth();
}
