import { isNilSlice, sliceType, typed, type Value } from '@mcpgw/go/values';
import { listFuncs } from './lists.js';

const call = (name: string, ...args: Value[]): Value => listFuncs.find(row => row.name === name)!.call(...args);
const NIL = 'runtime error: invalid memory address or nil pointer dereference';

test.each<[string, Value[], string]>([
  ['first', [null], NIL],
  ['mustRest', ['x'], 'Cannot find rest on type string'],
  ['append', [1n, 2n], 'Cannot push on type int'],
  ['prepend', [1.5, 2n], 'Cannot prepend on type float64'],
  ['chunk', [0n, [1n]], 'runtime error: makeslice: len out of range'],
  ['chunk', [-1n, []], 'runtime error: makeslice: len out of range'],
  ['slice', [[1n, 2n], 0n, 3n], 'reflect.Value.Slice: slice index out of bounds'],
  ['concat', [[1n], null], NIL],
  ['concat', ['x'], 'Cannot concat type string as list'],
  ['has', [1n, 'x'], 'Cannot find has on type string'],
])('%s of %j fails', (name, args, message) => {
  expect(() => call(name, ...args)).toThrow(message);
});

test('a result without elements is a nil slice', () => {
  for (const name of ['rest', 'initial', 'concat']) expect(isNilSlice(call(name, []) as Value[])).toBe(true);
  for (const name of ['reverse', 'compact', 'uniq']) expect(isNilSlice(call(name, []) as Value[])).toBe(false);
  expect(call('slice', [], 0n, 5n)).toBeNull();
});

test('arguments are unchanged, except that sortAlpha sorts a []string in place', () => {
  const list: Value[] = ['b', 'a'];
  for (const name of ['append', 'prepend', 'reverse', 'uniq', 'sortAlpha', 'without', 'rest', 'initial']) call(name, list, 'c');
  expect(list).toEqual(['b', 'a']);
  const strings = typed(['b', 'a'], '[]string');
  expect(call('sortAlpha', strings)).toBe(strings);
  expect([...strings]).toEqual(['a', 'b']);
});

test('equality is deep and by type', () => {
  expect(call('uniq', [1n, 1, '1', 1n, Number.NaN, Number.NaN, null, null, [1n], [1n]])).toEqual([
    1n,
    1,
    '1',
    Number.NaN,
    Number.NaN,
    null,
    [1n],
  ]);
  expect(call('without', [[1n], 1n, 1], [1n], 1n)).toEqual([1]);
  expect(call('has', Number.NaN, [Number.NaN])).toBe(false);
  expect(call('has', null, null)).toBe(false);
});

test('a slice keeps its type, a chunk is a list of lists', () => {
  expect(sliceType(call('slice', typed(['a', 'b'], '[]string'), 1n) as Value[])).toBe('[]string');
  expect(sliceType(call('chunk', 2n, [1n, 2n, 3n]) as Value[])).toBe('[][]interface {}');
  expect([...(call('chunk', 2n, [1n, 2n, 3n]) as Value[])]).toEqual([[1n, 2n], [3n]]);
});

test('uniq of many strings does not take quadratic time', () => {
  const list = Array.from({ length: 200_000 }, (_, i) => `k${i % 150_000}`);
  expect(call('uniq', list)).toHaveLength(150_000);
});

test('concat is bounded', () => {
  const list = Array.from({ length: 600_000 }, () => 1n);
  expect(() => call('concat', list, list)).toThrow('concat: the result has more than 1000000 elements');
});

test('uniq of very many lists is refused', () => {
  const list = Array.from({ length: 3000 }, (_, i) => [BigInt(i)]);
  expect(() => call('uniq', list)).toThrow('more than 2000000 comparisons of lists or dicts');
  expect(call('uniq', list.slice(0, 1000))).toHaveLength(1000);
});
