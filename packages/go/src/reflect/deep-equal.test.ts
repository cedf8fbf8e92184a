import { GoMap, int64, nilMap, nilSlice, typed, type Value } from '../values/value.js';
import { deepEqual } from './deep-equal.js';

test.each<[Value, Value, boolean]>([
  [1n, 1n, true],
  [1n, 1, false],
  [1n, int64(1n), false],
  [int64(1n), int64(1n), true],
  [Number.NaN, Number.NaN, false],
  [null, null, true],
  [null, [], false],
  [[], nilSlice(), false],
  [nilSlice(), nilSlice(), true],
  [new GoMap(), nilMap(), false],
  [['a'], typed(['a'], '[]string'), false],
  [[[1n], new GoMap([['a', null]])], [[1n], new GoMap([['a', null]])], true],
  [new GoMap([['a', null]]), new GoMap([['b', null]]), false],
  [Uint8Array.of(1), Uint8Array.of(1), true],
  ['a', 'b', false],
])('%j and %j', (a, b, expected) => {
  expect(deepEqual(a, b)).toBe(expected);
  expect(deepEqual(b, a)).toBe(expected);
});

test('values that contain themselves compare', () => {
  const cycle = (leaf: bigint): Value[] => {
    const list: Value[] = [leaf];
    list.push(list);
    return list;
  };
  expect(deepEqual(cycle(1n), cycle(1n))).toBe(true);
  expect(deepEqual(cycle(1n), cycle(2n))).toBe(false);
});
