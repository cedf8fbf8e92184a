import { FuncError, GoMap, nilMap, nilSlice, type Value } from '../values/value.js';
import { unmarshalToml } from './decode.js';
import { marshalToml } from './encode.js';
import { TomlError } from './error.js';

const map = (entries: Record<string, Value>) => new GoMap(Object.entries(entries));

describe('marshalToml', () => {
  test.each<[Value, string]>([
    [
      map({ b: 1n, a: 1.5, c: true, d: 1, e: 1e21, f: Number.NaN, g: Number.NEGATIVE_INFINITY }),
      'a = 1.5\nb = 1\nc = true\nd = 1.0\ne = 1e+21\nf = nan\ng = -inf\n',
    ],
    [map({ s: 'a"b\\\n\u0001é', 'x y': 1n, '': 1n, é: 1n }), '"" = 1\ns = "a\\"b\\\\\\n\\u0001é"\n"x y" = 1\n"é" = 1\n'],
    [map({ a: map({ b: map({ c: 1n }), d: 2n }), e: 3n }), 'e = 3\n\n[a]\n  d = 2\n  [a.b]\n    c = 1\n'],
    [map({ a: [map({ b: 1n }), map({ c: map({}) })] }), '[[a]]\n  b = 1\n\n[[a]]\n  [a.c]\n'],
    [map({ a: [1n, 'x', [true], map({ b: 1n, c: map({ d: 2n }) })] }), 'a = [1, "x", [true], {b = 1, c = {d = 2}}]\n'],
    [map({ a: null, b: nilMap(), c: nilSlice(), d: [], e: map({}) }), 'd = []\n\n[e]\n'],
    [map({}), ''],
    ['a', '"a"'],
    [1n, '1'],
    [[1n, 2n], '[1, 2]'],
    [map({ a: new Uint8Array([1, 2]) }), 'a = [1, 2]\n'],
    [map({ a: [map({ b: null, c: 1n, d: null })], b: [1n, map({ a: 1n, b: null })] }), 'b = [1, {a = 1, }]\n\n[[a]]\n  c = 1\n'],
  ])('%#', (value, text) => {
    expect(marshalToml(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [[map({ a: 1n })], 'toml: top-level values must be Go maps or structs'],
    [map({ a: [null] }), 'toml: cannot encode array with nil element'],
    [map({ a: [[null]] }), 'toml: cannot encode array with nil element'],
  ])('refused: %#', (value, message) => {
    expect(() => marshalToml(value)).toThrow(new TomlError(message));
  });

  test('nil, where Go panics', () => {
    expect(() => marshalToml(null)).toThrow(new FuncError('reflect: call of reflect.Value.Type on zero Value'));
  });

  test('times are written as they were parsed', () => {
    const text = 'a = 2020-01-02T03:04:05.5+02:00\nb = 2020-01-02T03:04:05\nc = 2020-01-02\nd = 03:04:05\n';
    expect(marshalToml(unmarshalToml(text))).toBe(text);
  });
});
