import { GoMap, int64, type Value } from '../values/value.js';
import { empty } from './empty.js';

test.each<[Value, boolean]>([
  [null, true],
  [0, true],
  [0n, true],
  [int64(0n), true],
  ['', true],
  [[], true],
  [new GoMap(), true],
  [new Uint8Array(), true],
  ['0', false],
  [[null], false],
  [Number.NaN, false],
])('empty(%j)', (v, expected) => {
  expect(empty(v)).toBe(expected);
});
