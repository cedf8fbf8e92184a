/** Numeric functions of Sprig v3.3.0 (numeric.go, functions.go). Integer arithmetic is int64 and wraps. */

import { boundList } from '@mcpgw/go/bounds';
import { toFloat64, toInt64 } from '@mcpgw/go/cast';
import { add, type Decimal, div, mul, newFromFloat, sub, toFloat } from '@mcpgw/go/decimal';
import { type Func, FuncError, int64, typed, type Value } from '@mcpgw/go/values';
import { aliases, func } from './define.js';

const sum = (...values: Value[]): Value => int64(values.reduce<bigint>((a, b) => a + toInt64(b), 0n));

function product(first: Value, ...values: Value[]): Value {
  return int64(values.reduce<bigint>((a, b) => BigInt.asIntN(64, a * toInt64(b)), toInt64(first)));
}

function divisor(v: Value): bigint {
  const n = toInt64(v);
  if (n === 0n) throw new FuncError('runtime error: integer divide by zero');
  return n;
}

/** Converts the values to int64 and returns the first that no other value precedes. */
function extreme(values: readonly Value[], isBefore: (a: bigint, b: bigint) => boolean): Value {
  return int64(values.map(toInt64).reduce((a, b) => (isBefore(b, a) ? b : a)));
}

/** math.Max: an infinity takes precedence over NaN. */
const goMax = (a: number, b: number): number => (a === Infinity || b === Infinity ? Infinity : Math.max(a, b));
const goMin = (a: number, b: number): number => (a === -Infinity || b === -Infinity ? -Infinity : Math.min(a, b));

function execDecimalOp(first: Value, values: readonly Value[], op: (a: Decimal, b: Decimal) => Decimal): number {
  return toFloat(values.reduce<Decimal>((a, b) => op(a, newFromFloat(toFloat64(b))), newFromFloat(toFloat64(first))));
}

/** math.Ldexp, in two steps, because a single factor may be out of range. */
function ldexp(fraction: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return fraction * 2 ** half * 2 ** (exponent - half);
}

/** math.Pow(10, n) as Go computes it, by squaring a mantissa. It is exact up to 10^22; beyond that it can differ from JavaScript. */
function pow10(n: number): number {
  if (Math.abs(n) > 400) return n < 0 ? 0 : Infinity;
  let result = 1;
  let exponent = 0;
  let base = 0.625;
  let baseExponent = 4;
  for (let i = Math.abs(n); i > 0; i >>= 1) {
    if (i & 1) {
      result *= base;
      exponent += baseExponent;
    }
    base *= base;
    baseExponent *= 2;
    if (base < 0.5) {
      base += base;
      baseExponent--;
    }
  }
  return n < 0 ? ldexp(1 / result, -exponent) : ldexp(result, exponent);
}

function round(v: Value, places: bigint, roundOn = 0.5): number {
  const pow = pow10(Number(places));
  const digit = pow * toFloat64(v);
  const fraction = Number.isFinite(digit) ? digit - Math.trunc(digit) : Number.NaN;
  return (fraction >= roundOn ? Math.ceil(digit) : Math.floor(digit)) / pow;
}

/** The numbers from `start` up to, but not including, `stop`; none if `step` leads away from it. */
function range(name: string, start: bigint, stop: bigint, step: bigint): bigint[] {
  const isDown = stop < start;
  if (isDown ? step >= 0n : step <= 0n) return [];
  boundList(name, Number((stop - start) / step));
  const out: bigint[] = [];
  for (let i = start; isDown ? i > stop : i < stop; i += step) out.push(i);
  return out;
}

const ints = (values: bigint[]): Value => typed(values, '[]int');

function seq(...params: bigint[]): string {
  if (params.length === 0 || params.length > 3) return '';
  const start = params.length === 1 ? 1n : params[0]!;
  const end = params.at(-1)!;
  const direction = end < start ? -1n : 1n;
  const step = params.length === 3 ? params[1]! : direction;
  return range('seq', start, end + direction, step).join(' ');
}

export const mathFuncs: readonly Func[] = [
  func('add1', ['any'], 'int64', (v: Value) => int64(toInt64(v) + 1n)),
  func('add', [], 'int64', sum, 'any'),
  func('sub', ['any', 'any'], 'int64', (a: Value, b: Value) => int64(toInt64(a) - toInt64(b))),
  func('div', ['any', 'any'], 'int64', (a: Value, b: Value) => int64(toInt64(a) / divisor(b))),
  func('mod', ['any', 'any'], 'int64', (a: Value, b: Value) => int64(toInt64(a) % divisor(b))),
  func('mul', ['any'], 'int64', product, 'any'),
  func('add1f', ['any'], 'float64', (v: Value) => execDecimalOp(v, [1n], add)),
  func('addf', [], 'float64', (...values: Value[]) => execDecimalOp(0, values, add), 'any'),
  func('subf', ['any'], 'float64', (v: Value, ...values: Value[]) => execDecimalOp(v, values, sub), 'any'),
  func('divf', ['any'], 'float64', (v: Value, ...values: Value[]) => execDecimalOp(v, values, div), 'any'),
  func('mulf', ['any'], 'float64', (v: Value, ...values: Value[]) => execDecimalOp(v, values, mul), 'any'),
  ...aliases(['biggest', 'max'], ['any'], 'int64', (...values: Value[]) => extreme(values, (a, b) => a > b), 'any'),
  func('min', ['any'], 'int64', (...values: Value[]) => extreme(values, (a, b) => a < b), 'any'),
  func('maxf', ['any'], 'float64', (v: Value, ...values: Value[]) => values.map(toFloat64).reduce(goMax, toFloat64(v)), 'any'),
  func('minf', ['any'], 'float64', (v: Value, ...values: Value[]) => values.map(toFloat64).reduce(goMin, toFloat64(v)), 'any'),
  func('ceil', ['any'], 'float64', (v: Value) => Math.ceil(toFloat64(v))),
  func('floor', ['any'], 'float64', (v: Value) => Math.floor(toFloat64(v))),
  func('round', ['any', 'int'], 'float64', round, 'float64'),
  func('until', ['int'], '[]int', (count: bigint) => ints(range('until', 0n, count, count < 0n ? -1n : 1n))),
  func('untilStep', ['int', 'int', 'int'], '[]int', (start: bigint, stop: bigint, step: bigint) =>
    ints(range('untilStep', start, stop, step)),
  ),
  func('seq', [], 'string', seq, 'int'),
];
