/** shopspring/decimal v1.4.0, as far as Sprig's float arithmetic uses it: a coefficient times a power of ten. */

import { formatFloat } from '../strconv/float.js';
import { FuncError } from '../values/value.js';

/** The number `value` * 10^`exp`. */
export interface Decimal {
  readonly value: bigint;
  readonly exp: number;
}

/** decimal.DivisionPrecision. */
const DIVISION_PRECISION = 16;

/**
 * Returns the decimal with the fewest digits that parses to `f`.
 *
 * @throws FuncError for NaN and infinities
 */
export function newFromFloat(f: number): Decimal {
  if (!Number.isFinite(f)) throw new FuncError(`Cannot create a Decimal from ${formatFloat(f, 'g', -1)}`);
  const [mantissa, exponent = '0'] = String(f).split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  return { value: BigInt(whole + fraction), exp: Number(exponent) - fraction.length };
}

/** The float64 nearest to the decimal. */
export const toFloat = (d: Decimal): number => Number(`${d.value}e${d.exp}`);

const pow10 = (n: number): bigint => 10n ** BigInt(n);

const rescale = (d: Decimal, exp: number): bigint => d.value * pow10(d.exp - exp);

/** The exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const exp = Math.min(a.exp, b.exp);
  return { value: rescale(a, exp) + rescale(b, exp), exp };
}

/** The exact difference. */
export const sub = (a: Decimal, b: Decimal): Decimal => add(a, { value: -b.value, exp: b.exp });

/** The exact product. */
export const mul = (a: Decimal, b: Decimal): Decimal => ({ value: a.value * b.value, exp: a.exp + b.exp });

const abs = (n: bigint): bigint => (n < 0n ? -n : n);

/**
 * Returns the quotient to 16 decimals, rounded half away from zero.
 *
 * @throws FuncError if the divisor is zero
 */
export function div(a: Decimal, b: Decimal): Decimal {
  if (b.value === 0n) throw new FuncError('decimal division by 0');
  const shift = a.exp - b.exp + DIVISION_PRECISION;
  const numerator = shift < 0 ? a.value : a.value * pow10(shift);
  const denominator = shift < 0 ? b.value * pow10(-shift) : b.value;
  const quotient = numerator / denominator;
  const roundsUp = abs(numerator % denominator) * 2n >= abs(denominator);
  const step = !roundsUp ? 0n : a.value < 0n !== b.value < 0n ? -1n : 1n;
  return { value: quotient + step, exp: -DIVISION_PRECISION };
}
