/** spf13/cast v1.7.0: ToInt64, ToInt and ToFloat64. */
import { parseFloat64 } from '../strconv/number.js';
import { GoObject, type JsonStruct, Sized, type Value } from '../values/value.js';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

const integer = {
  0: /^[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO]?(?:_?[0-7])+|0|[1-9](?:_?[0-9])*)$/,
  8: /^[+-]?[0-7]+$/,
  10: /^[+-]?[0-9]+$/,
} as const;

/** The digits of `text` in Go's base-0 grammar, as a literal that BigInt parses. */
function literal(digits: string, base: 0 | 8 | 10): string {
  if (base === 10) return digits;
  const plain = digits.includes('_') ? digits.replaceAll('_', '') : digits;
  if (base === 8) return `0o${plain}`;
  return /^0[0-7]/.test(plain) ? `0o${plain.slice(1)}` : plain;
}

/**
 * The integer in `text`, of any size; undefined if strconv.ParseInt reports a syntax error.
 * Base 0 accepts Go's prefixes (`0x`, `0b`, `0o`, `0`) and underscores between digits.
 */
export function parseInteger(text: string, base: 0 | 8 | 10): bigint | undefined {
  if (!integer[base].test(text)) return undefined;
  const signed = text[0] === '-' || text[0] === '+';
  const magnitude = BigInt(literal(signed ? text.slice(1) : text, base));
  return text[0] === '-' ? -magnitude : magnitude;
}

/** strconv.Atoi with its error ignored: 0 for text that is not a number, the nearest int for a number out of range. */
export function atoi(text: string): bigint {
  const n = parseInteger(text, 10) ?? 0n;
  return n > MAX_INT64 ? MAX_INT64 : n < MIN_INT64 ? MIN_INT64 : n;
}

/** strconv.ParseInt(text, base, 64) with every error converted to 0. */
export function parseInt64OrZero(text: string, base: 0 | 8): bigint {
  const n = parseInteger(text, base) ?? 0n;
  return n > MAX_INT64 || n < MIN_INT64 ? 0n : n;
}

/** Go's conversion of a float64 to int64 on amd64. It truncates; NaN and numbers out of range become the smallest int64. */
export function floatToInt64(f: number): bigint {
  return f >= -(2 ** 63) && f < 2 ** 63 ? BigInt(Math.trunc(f)) : MIN_INT64;
}

/** Removes a fraction of zeros, as cast's trimZeroDecimal does: from the last `.` that has a zero somewhere after it. */
function trimZeroDecimal(text: string): string {
  let foundZero = false;
  for (let i = text.length; i > 0; i--) {
    const c = text[i - 1];
    if (c === '0') foundZero = true;
    else if (c !== '.') return text;
    else if (foundZero) return text.slice(0, i - 1);
  }
  return text;
}

/** time.Month and time.Weekday are the only named types that cast converts. */
function namedInt(v: GoObject): bigint {
  if (v.goType !== 'time.Month' && v.goType !== 'time.Weekday') return 0n;
  const plain: Value | JsonStruct = v.toJsonValue();
  return typeof plain === 'bigint' ? plain : typeof plain === 'number' ? BigInt(plain) : 0n;
}

/** cast.ToInt64, which on 64 bits is also cast.ToInt: 0 for a value that cannot be converted. */
export function toInt64(v: Value): bigint {
  if (typeof v === 'bigint') return v;
  if (typeof v === 'number') return floatToInt64(v);
  if (typeof v === 'string') return parseInt64OrZero(trimZeroDecimal(v), 0);
  if (typeof v === 'boolean') return v ? 1n : 0n;
  if (v instanceof Sized) return typeof v.value === 'bigint' ? BigInt.asIntN(64, v.value) : floatToInt64(v.value);
  return v instanceof GoObject ? namedInt(v) : 0n;
}

const decimalFloat = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

function stringToFloat64(text: string): number {
  if (!decimalFloat.test(text)) {
    try {
      return parseFloat64(text);
    } catch {
      return 0;
    }
  }
  const f = Number(text);
  return Number.isFinite(f) ? f : 0;
}

/** cast.ToFloat64: 0 for a value that cannot be converted. */
export function toFloat64(v: Value): number {
  if (typeof v === 'number') return v;
  if (typeof v === 'bigint') return Number(v);
  if (typeof v === 'string') return stringToFloat64(v);
  if (typeof v === 'boolean') return v ? 1 : 0;
  if (v instanceof Sized) return Number(v.value);
  return v instanceof GoObject ? Number(namedInt(v)) : 0;
}
