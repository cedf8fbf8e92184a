import { GoMap, GoObject, nilMap, nilSlice, Sized, type Value } from '../values/value.js';
import { YamlError } from './error.js';
import { marshalYaml } from './marshal.js';

const map = (entries: Record<string, Value>) => new GoMap(Object.entries(entries));

describe('marshalYaml', () => {
  test.each<[Value, string]>([
    ['', '""\n'],
    ['a', 'a\n'],
    ['a b', 'a b\n'],
    ['y', '"y"\n'],
    ['Yes', '"Yes"\n'],
    ['null', '"null"\n'],
    ['~', '"~"\n'],
    ['true', '"true"\n'],
    ['1', '"1"\n'],
    ['0x1f', '"0x1f"\n'],
    ['1e3', '"1e3"\n'],
    ['1_0', '"1_0"\n'],
    ['.5', '".5"\n'],
    ['0o17', '"0o17"\n'],
    ['12:30', '"12:30"\n'],
    ['2001-01-01', '"2001-01-01"\n'],
    ['-', "'-'\n"],
    ['- a', "'- a'\n"],
    ['---', "'---'\n"],
    ['? a', "'? a'\n"],
    [': b', "': b'\n"],
    ['a: b', "'a: b'\n"],
    ['a:b', 'a:b\n'],
    ['a #b', "'a #b'\n"],
    ['#c', "'#c'\n"],
    [' a', "' a'\n"],
    ['a ', "'a '\n"],
    ['<<', '<<\n'],
    ['=', '=\n'],
    ['!x', "'!x'\n"],
    ['&x', "'&x'\n"],
    ['*x', "'*x'\n"],
    ['%x', "'%x'\n"],
    ['@x', "'@x'\n"],
    ['`x', "'`x'\n"],
    ['{x', "'{x'\n"],
    ['[x', "'[x'\n"],
    ['a,b', 'a,b\n'],
    ['|', "'|'\n"],
    ["it's", "it's\n"],
    ['"q"', '\'"q"\'\n'],
    ['a\nb', '|-\n  a\n  b\n'],
    ['a\n', '|\n  a\n'],
    ['\na', '|2-\n\n  a\n'],
    ['a\n\n', '|+\n  a\n\n'],
    ['a \nb', '"a \\nb"\n'],
    [' a\nb', '|2-\n   a\n  b\n'],
    ['a\tb', '"a\\tb"\n'],
    ['a\tb\nc', '"a\\tb\\nc"\n'],
    ['\r', '"\\r"\n'],
    ['é', 'é\n'],
    ['\ud83d\ude00', '"\\U0001F600"\n'],
    ['\u0000', '"\\0"\n'],
    ['\u001b', '"\\e"\n'],
    ['\u0085', "' '\n"],
    ['x\u2028y', "'x\u2028  y'\n"],
    ['\ufeff', '"\\uFEFF"\n'],
    ['\udc80', '�\n'],
    ['<b>&', '<b>&\n'],
    [
      'word word word word word word word word word word word word word word word word word word end',
      'word word word word word word word word word word word word word word word word word\n  word end\n',
    ],
    [
      "it's word word word word word word word word word word word word word word word word word word end",
      "it's word word word word word word word word word word word word word word word word\n  word word end\n",
    ],
    [
      'x\tword word word word word word word word word word word word word word word word word word end',
      '"x\\tword word word word word word word word word word word word word word word word\n  word word end"\n',
    ],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y  z',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n  y  z\n',
    ],
  ])('strings: %#', (value, text) => {
    expect(marshalYaml(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [1n, '1\n'],
    [1.5, '1.5\n'],
    [1e6, '1000000\n'],
    [1e20, '1e+20\n'],
    [1e21, '1e+21\n'],
    [1e-7, '1e-07\n'],
    [123456789.5, '1.234567895e+08\n'],
    [-0, '0\n'],
    [2 ** 63, '9223372036854776000\n'],
    [-(2 ** 64), '-1.8446744073709552e+19\n'],
    [new Sized('uint64', 18446744073709551615n), '18446744073709551615\n'],
    [new Sized('float32', Math.fround(0.1)), '0.1\n'],
    [new Sized('int64', -7n), '-7\n'],
  ])('numbers: %#', (value, text) => {
    expect(marshalYaml(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [[], '[]\n'],
    [map({}), '{}\n'],
    [nilMap(), 'null\n'],
    [nilSlice(), 'null\n'],
    [null, 'null\n'],
    [true, 'true\n'],
    [['a', ['b', []], map({ c: 1n, d: map({}) })], '- a\n- - b\n  - []\n- c: 1\n  d: {}\n'],
    [map({ a: ['b', map({ c: ['d'] })], e: null }), 'a:\n- b\n- c:\n  - d\ne: null\n'],
    [map({ a: 'x\ny\n', b: ['x\ny'] }), 'a: |\n  x\n  y\nb:\n- |-\n  x\n  y\n'],
    [
      map({ '': 1n, y: 1n, 'a b': 1n, '1': 1n, 'a: b': 1n, 'a\nb': 1n }),
      '"": 1\n"1": 1\n? |-\n  a\n  b\n: 1\na b: 1\n\'a: b\': 1\n"y": 1\n',
    ],
    [
      map({ ['k'.repeat(129)]: map({ a: 1n }), ['l'.repeat(128)]: 1n }),
      '? kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n: a: 1\nllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll: 1\n',
    ],
    [new Uint8Array([1, 2, 255]), 'AQL/\n'],
    [
      map({ a: `${'word '.repeat(16)}end of it` }),
      'a: word word word word word word word word word word word word word word word word\n  end of it\n',
    ],
  ])('collections: %#', (value, text) => {
    expect(marshalYaml(value)).toBe(text);
  });

  test.each<[Value, string]>([
    ['\u007f', 'yaml: control characters are not allowed'],
    ['\ufffe', 'yaml: control characters are not allowed'],
    [Number.NaN, 'error marshaling into JSON: json: unsupported value: NaN'],
    [Number.NEGATIVE_INFINITY, 'error marshaling into JSON: json: unsupported value: -Inf'],
  ])('refused: %#', (value, message) => {
    expect(() => marshalYaml(value)).toThrow(new YamlError(message));
  });

  test('objects by their encoding/json form', () => {
    class Point extends GoObject {
      readonly goType = 'main.Point';
      readonly goKind = 'struct';
      override toJsonValue() {
        return {
          struct: [
            ['y', 2n],
            ['x', { struct: [] }],
          ],
        } as const;
      }
    }
    expect(marshalYaml(new Point())).toBe('x: {}\n"y": 2\n');
  });

  test('a key longer than goyaml can parse from JSON', () => {
    expect(() => marshalYaml(map({ ['k'.repeat(1100)]: 1n }))).toThrow(new YamlError("yaml: did not find expected ',' or '}'"));
  });
});
