import { deepEqual } from '@mcpgw/go/reflect';
import { type GoMap, sliceType, type Value } from '@mcpgw/go/values';
import { dictFuncs } from './dicts.js';

const call = (name: string, ...args: Value[]): Value => dictFuncs.find(row => row.name === name)!.call(...args);
const list = (name: string, ...args: Value[]): Value[] => [...(call(name, ...args) as Value[])];
const dict = (...pairs: Value[]): GoMap => call('dict', ...pairs) as GoMap;

test.each<[string, Value[], string]>([
  ['set', [null, 'a', 1n], 'assignment to entry in nil map'],
  ['dig', ['a', 'd'], 'dig needs at least three arguments'],
  ['dig', ['a', 'd', null], 'interface conversion: interface {} is nil, not map[string]interface {}'],
  ['dig', ['a', 'b', 'd', dict('a', 5n)], 'interface conversion: interface {} is int, not map[string]interface {}'],
  ['dig', [1n, 'd', dict()], 'interface conversion: interface {} is int, not string'],
  ['deepCopy', [null], 'reflect: call of reflect.Value.Type on zero Value'],
])('%s of %j fails', (name, args, message) => {
  expect(() => call(name, ...args)).toThrow(message);
});

test('prototype keys are plain data', () => {
  const map = dict('__proto__', 1n, 'constructor', 2n);
  expect(call('get', map, '__proto__')).toBe(1n);
  expect(call('hasKey', dict(), 'constructor')).toBe(false);
  expect(list('keys', map)).toEqual(['__proto__', 'constructor']);
  expect(call('merge', dict(), map)).toEqual(map);
});

test('set and unset change their argument', () => {
  const map = dict('a', 1n);
  expect(call('set', map, 'b', 2n)).toBe(map);
  call('unset', map, 'a');
  expect(map).toEqual(dict('b', 2n));
});

test('a map of a named type is returned as the same map without the type', () => {
  const values = dict('a', 1n);
  values.goType = 'common.Values';
  const plain = call('set', values, 'b', 2n) as GoMap;
  expect(plain.goType).toBeUndefined();
  plain.set('c', 3n);
  expect(values.get('c')).toBe(3n);
  expect(() => call('dig', 'a', 0n, values)).toThrow('interface {} is common.Values, not map[string]interface {}');
  expect(call('dig', 'a', 0n, plain)).toBe(1n);
});

test('an odd dict ends in an empty string, keys are sorted and typed', () => {
  expect(dict('a')).toEqual(dict('a', ''));
  expect(list('keys', dict('b', 1n, 'a', 2n), null)).toEqual(['a', 'b']);
  expect(sliceType(call('keys') as Value[])).toBe('[]string');
  expect(call('values', dict('b', 1n, 'a', 2n))).toEqual([2n, 1n]);
});

test('shared parts do not multiply the work without limit', () => {
  const laughs = (): GoMap => {
    let map = dict('x', 1n);
    for (let i = 0; i < 40; i++) map = dict('a', map, 'b', map);
    return map;
  };
  expect(() => call('deepCopy', laughs())).toThrow('deepCopy: the value has more than 1000000 parts');
  expect(() => call('mustMerge', laughs(), laughs())).toThrow('merge: the value has more than 1000000 parts');
  expect(() => deepEqual(laughs(), laughs())).toThrow('deepEqual: the value has more than 1000000 parts');
});

test('deepCopy shares nothing and terminates on a value that contains itself', () => {
  const inner = dict('x', [1n]);
  const map = dict('a', inner);
  const copy = call('deepCopy', map) as GoMap;
  inner.set('x', 0n);
  expect(copy).toEqual(dict('a', dict('x', [1n])));
  map.set('self', map);
  expect(() => call('deepCopy', map)).toThrow('deepCopy: the value is nested deeper than 1000');
});
