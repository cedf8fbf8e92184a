import { GoMap, type Value } from '../values/value.js';
import { mergeMaps } from './mergo.js';

type Plain = { [key: string]: Plain | Value };
const map = (plain: Plain): GoMap =>
  new GoMap(Object.entries(plain).map(([key, v]) => [key, v?.constructor === Object ? map(v as Plain) : (v as Value)]));

const merged = (dst: Plain, src: Plain, overwrite: boolean): GoMap => {
  const out = map(dst);
  mergeMaps(out, map(src), overwrite);
  return out;
};

test.each<[string, Plain, Plain, Plain, Plain]>([
  ['missing keys', { a: 1n }, { b: 2n }, { a: 1n, b: 2n }, { a: 1n, b: 2n }],
  ['scalars', { a: 1n }, { a: 2n }, { a: 1n }, { a: 2n }],
  [
    'empty values of the target',
    { a: 0n, b: '', c: false, d: null },
    { a: 1n, b: 2n, c: 3n, d: 4n },
    { a: 1n, b: 2n, c: 3n, d: 4n },
    { a: 1n, b: 2n, c: 3n, d: 4n },
  ],
  ['empty values of the source', { a: 1n, b: [1n] }, { a: 0n, b: [] }, { a: 1n, b: [1n] }, { a: 0n, b: [] }],
  ['null in the source', { a: 1n }, { a: null, b: null }, { a: 1n }, { a: null, b: null }],
  ['maps go deep', { a: { x: 1n, y: 1n } }, { a: { y: 2n, z: 2n } }, { a: { x: 1n, y: 1n, z: 2n } }, { a: { x: 1n, y: 2n, z: 2n } }],
  ['a map against a scalar', { a: 1n }, { a: { x: 1n } }, { a: 1n }, { a: { x: 1n } }],
  ['a scalar against a map', { a: { x: 1n } }, { a: 1n }, { a: { x: 1n } }, { a: 1n }],
  ['an empty map in the source', { a: { x: 1n } }, { a: {} }, { a: { x: 1n } }, { a: { x: 1n } }],
  ['lists are not joined', { a: [1n] }, { a: [2n, 3n] }, { a: [1n] }, { a: [2n, 3n] }],
])('%s', (_what, dst, src, kept, overwritten) => {
  expect(merged(dst, src, false)).toEqual(map(kept));
  expect(merged(dst, src, true)).toEqual(map(overwritten));
});

test('a value that is taken is shared with the source, and a merged map is not', () => {
  const src = map({ a: { x: 1n }, b: { x: 1n } });
  const dst = map({ b: { y: 1n } });
  mergeMaps(dst, src, false);
  expect(dst.get('a')).toBe(src.get('a'));
  expect(dst.get('b')).not.toBe(src.get('b'));
});

test('maps that contain themselves cause an error', () => {
  const cycle = (): GoMap => {
    const m = map({});
    return m.set('self', m);
  };
  expect(() => mergeMaps(cycle(), cycle(), false)).toThrow('merge: the value is nested deeper than 1000');
});

test('a map of strings accepts no other element', () => {
  const strings = map({ a: 'x' });
  strings.goType = 'map[string]string';
  const dst = new GoMap([['m', strings]]);
  expect(() => mergeMaps(dst, map({ m: { b: 'y' } }), false)).toThrow(
    'reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string',
  );
});
