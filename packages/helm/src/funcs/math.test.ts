import { Sized, type Value } from '@mcpgw/go/values';
import { mathFuncs } from './math.js';

const call = (name: string, ...args: Value[]): Value => mathFuncs.find(row => row.name === name)!.call(...args);
const plain = (v: Value): unknown => (v instanceof Sized ? [v.kind, v.value] : Array.isArray(v) ? [...v] : v);

test.each<[string, Value[], string]>([
  ['div', [7n, 0n], 'runtime error: integer divide by zero'],
  ['mod', [7n, 'x'], 'runtime error: integer divide by zero'],
  ['divf', [1n, 0n], 'decimal division by 0'],
  ['addf', ['NaN'], 'Cannot create a Decimal from NaN'],
  ['mulf', ['-Inf'], 'Cannot create a Decimal from -Inf'],
  ['until', [10_000_000n], 'until: the result has more than 1000000 elements'],
  ['untilStep', [0n, 1n << 62n, 1n], 'untilStep: the result has more than 1000000 elements'],
  ['seq', [-(1n << 62n)], 'seq: the result has more than 1000000 elements'],
])('%s %j fails', (name, args, message) => {
  expect(() => call(name, ...args)).toThrow(message);
});

test.each<[string, Value[], unknown]>([
  ['add', [2n ** 63n - 1n, 1n], ['int64', -(2n ** 63n)]],
  ['mul', [2n ** 62n, 4n, 3n], ['int64', 0n]],
  ['div', [-(2n ** 63n), -1n], ['int64', -(2n ** 63n)]],
  ['mod', [-7n, 3n], ['int64', -1n]],
  ['max', [1n, '7', 3.9], ['int64', 7n]],
  ['add', [], ['int64', 0n]],
  ['addf', [0.1, 0.2], 0.3],
  ['divf', [2n, 3n], 0.6666666666666667],
  ['divf', [-2n, 3n], -0.6666666666666667],
  ['divf', [1e-17, 1n], 0],
  ['divf', [5e-17, 1n], 1e-16],
  ['mulf', [1e200, 1e200], Infinity],
  ['maxf', ['Inf', 'NaN'], Infinity],
  ['minf', ['NaN', 1n], Number.NaN],
  ['round', [-1.2, 0n], -2],
  ['round', [1.5, 400n], Number.NaN],
  ['round', [123.555555, 3n, 0.5], 123.556],
  ['seq', [0n, 2n, 5n], '0 2 4'],
  ['seq', [5n, 1n, 0n], ''],
  ['untilStep', [5n, 0n, -2n], [5n, 3n, 1n]],
  ['untilStep', [0n, 5n, 0n], []],
])('%s %j', (name, args, expected) => {
  expect(plain(call(name, ...args))).toEqual(expected);
});
