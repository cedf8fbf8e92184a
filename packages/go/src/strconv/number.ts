/** Parsing of numbers. Behavior: Go 1.26 strconv (ParseInt, ParseUint, Atoi, ParseFloat). */
import { FuncError } from '../values/value.js';
import { quote } from './quote.js';

/** strconv.NumError. `value` is the number that Go returns with the error: the nearest representable number, or zero. */
export class NumError extends FuncError {
  override name = 'NumError';
  readonly func: string;
  readonly num: string;
  readonly reason: 'syntax' | 'range';
  readonly value: number | bigint;
  constructor(func: string, num: string, reason: 'syntax' | 'range', value: number | bigint) {
    super(`strconv.${func}: parsing ${quote(num)}: ${reason === 'syntax' ? 'invalid syntax' : 'value out of range'}`);
    this.func = func;
    this.num = num;
    this.reason = reason;
    this.value = value;
  }
}

const maxUint64 = (1n << 64n) - 1n;
const maxInt64 = (1n << 63n) - 1n;
const minInt64 = -(1n << 63n);
const prefixes = new Map([
  ['0b', 2],
  ['0o', 8],
  ['0x', 16],
]);

/** Underscores are valid only between digits, or between a base prefix and a digit. */
function underscoreOK(text: string): boolean {
  const s = text.replace(/^[+-]/, '');
  const prefixed = /^0[box]/i.test(s);
  const digits = /^0x/i.test(s) ? '0-9a-fA-F' : '0-9';
  const body = prefixed ? `0${s.slice(2)}` : s;
  return !new RegExp(`(^|[^${digits}])_|_($|[^${digits}])`).test(body);
}

/** The magnitude of an integer literal in any base; null if the syntax is invalid. The size is limited only by the caller. */
function parseMagnitude(s: string, base: number): bigint | null {
  if (s === '') return null;
  let digits = s;
  let radix = base;
  if (base === 0) {
    const prefixed = s.length >= 3 ? prefixes.get(s.slice(0, 2).toLowerCase()) : undefined;
    radix = prefixed ?? (s[0] === '0' ? 8 : 10);
    if (prefixed !== undefined) digits = s.slice(2);
    else if (s[0] === '0') digits = s.slice(1);
    if (digits.includes('_')) {
      if (!underscoreOK(s)) return null;
      digits = digits.replaceAll('_', '');
    }
  }
  return accumulate(digits, radix);
}

function digitValue(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  const lower = c | 32;
  return c < 128 && lower >= 97 && lower <= 122 ? lower - 87 : 99;
}

/** Stops above 64 bits, so that a long run of digits takes linear time. */
function accumulate(digits: string, radix: number): bigint | null {
  let n = 0n;
  const big = BigInt(radix);
  for (let i = 0; i < digits.length; i++) {
    const digit = digitValue(digits.charCodeAt(i));
    if (digit >= radix) return null;
    if (n <= maxUint64) n = n * big + BigInt(digit);
  }
  return n;
}

/**
 * strconv.ParseUint with 64 bits.
 *
 * @throws NumError with Go's message
 */
export function parseUint64(s: string, base: number): bigint {
  const n = parseMagnitude(s, base);
  if (n === null) throw new NumError('ParseUint', s, 'syntax', 0n);
  if (n > maxUint64) throw new NumError('ParseUint', s, 'range', maxUint64);
  return n;
}

function parseSigned(s: string, base: number, func: string): bigint {
  const negative = s[0] === '-';
  const n = parseMagnitude(negative || s[0] === '+' ? s.slice(1) : s, base);
  if (n === null) throw new NumError(func, s, 'syntax', 0n);
  const value = negative ? -n : n;
  if (value > maxInt64) throw new NumError(func, s, 'range', maxInt64);
  if (value < minInt64) throw new NumError(func, s, 'range', minInt64);
  return value;
}

/**
 * strconv.ParseInt with 64 bits. Base 0 accepts prefixes and underscores.
 *
 * @throws NumError with Go's message
 */
export const parseInt64 = (s: string, base: number): bigint => parseSigned(s, base, 'ParseInt');
/**
 * strconv.Atoi.
 *
 * @throws NumError with Go's message
 */
export const atoi = (s: string): bigint => parseSigned(s, 10, 'Atoi');

const special = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['nan', Number.NaN],
]);
const decimalFloat = /^[+-]?(?:[0-9_]+\.?[0-9_]*|\.[0-9_]+)(?:[eE][+-]?[0-9][0-9_]*)?$/;
const hexFloat = /^([+-]?)0[xX]([0-9a-fA-F_]*)\.?([0-9a-fA-F_]*)[pP]([+-]?[0-9][0-9_]*)$/;

/** mantissa * 2^exponent, rounded once, half to even. */
function scale(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  const drop = Math.max(bits - 53, -1074 - exponent);
  if (drop <= 0) return Number(mantissa) * 2 ** Math.max(exponent, -1074) * 2 ** Math.min(0, exponent + 1074);
  if (drop > bits + 1) return 0;
  const unit = 1n << BigInt(drop);
  const rest = mantissa & (unit - 1n);
  let kept = mantissa >> BigInt(drop);
  const half = unit >> 1n;
  if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  const e = exponent + drop;
  return e > 1100 ? Number.POSITIVE_INFINITY : Number(kept) * 2 ** Math.trunc(e / 2) * 2 ** (e - Math.trunc(e / 2));
}

function parseHexFloat(match: RegExpExecArray): number {
  const digits = (match[2]! + match[3]!).replaceAll('_', '');
  const fraction = match[3]!.replaceAll('_', '').length;
  const exponent = Math.max(-20000, Math.min(20000, Number(match[4]!.replaceAll('_', ''))));
  const value = scale(BigInt(`0x${digits}`), exponent - 4 * fraction);
  return match[1] === '-' ? -value : value;
}

function parseFloatSyntax(s: string): number | null {
  const named = special.get(s.replace(/^[+-]/, '').toLowerCase());
  if (named !== undefined) return Number.isNaN(named) ? (/^[+-]/.test(s) ? null : named) : s[0] === '-' ? -named : named;
  if (s.includes('_') && !underscoreOK(s)) return null;
  const hex = hexFloat.exec(s);
  if (hex !== null) return hex[2] + hex[3]! === '' ? null : parseHexFloat(hex);
  return decimalFloat.test(s) && /[0-9]/.test(s) ? Number(s.replaceAll('_', '')) : null;
}

/**
 * strconv.ParseFloat with 64 bits.
 *
 * @throws NumError with Go's message
 */
export function parseFloat64(s: string): number {
  const value = parseFloatSyntax(s);
  if (value === null) throw new NumError('ParseFloat', s, 'syntax', 0);
  if (!Number.isFinite(value) && !/[in]/i.test(s)) throw new NumError('ParseFloat', s, 'range', value);
  return value;
}
