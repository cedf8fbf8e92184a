import { GoMap, int64, Sized, type Value } from '../values/value.js';
import { atoi, floatToInt64, parseInteger, toFloat64, toInt64 } from './cast.js';

test.each<[Value, bigint]>([
  ['08', 0n],
  ['010', 8n],
  ['0x_1F', 31n],
  ['0_7', 7n],
  ['_1', 0n],
  ['1__0', 0n],
  ['0x', 0n],
  ['-0b11', -3n],
  ['1.0', 1n],
  ['1.0.', 1n],
  ['1.5', 0n],
  ['', 0n],
  ['9223372036854775808', 0n],
  [1e30, -(2n ** 63n)],
  [Number.NaN, -(2n ** 63n)],
  [-7.9, -7n],
  [null, 0n],
  [true, 1n],
  [new Sized('uint64', 2n ** 64n - 1n), -1n],
  [new Sized('float32', 2.5), 2n],
  [int64(-4n), -4n],
  [[1n], 0n],
  [new GoMap(), 0n],
])('toInt64(%j)', (v, expected) => {
  expect(toInt64(v)).toBe(expected);
});

test.each<[Value, number]>([
  ['1e400', 0],
  ['0x1p-2', 0.25],
  ['inf', Infinity],
  ['1_000', 1000],
  ['.5', 0.5],
  ['1.', 1],
  ['1e', 0],
  [' 1', 0],
  [2n ** 62n, 2 ** 62],
  [null, 0],
  [false, 0],
])('toFloat64(%j)', (v, expected) => {
  expect(toFloat64(v)).toBe(expected);
});

test('integers too large for 64 bits: Atoi clamps', () => {
  expect(atoi('99999999999999999999')).toBe(2n ** 63n - 1n);
  expect(atoi('-99999999999999999999')).toBe(-(2n ** 63n));
  expect(parseInteger('99999999999999999999', 10)).toBe(99999999999999999999n);
  expect(floatToInt64(2 ** 63)).toBe(-(2n ** 63n));
});
