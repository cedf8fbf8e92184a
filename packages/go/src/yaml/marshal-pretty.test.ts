import { GoMap, nilMap, nilSlice, Sized, type Value } from '../values/value.js';
import { marshalYamlPretty } from './marshal-pretty.js';

const map = (entries: Record<string, Value>) => new GoMap(Object.entries(entries));

describe('marshalYamlPretty', () => {
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
    ['a\tb\nc', '|-\n  a\tb\n  c\n'],
    ['\r', '"\\r"\n'],
    ['é', 'é\n'],
    ['\ud83d\ude00', '"\\U0001F600"\n'],
    ['\u0000', '"\\0"\n'],
    ['\u001b', '"\\e"\n'],
    ['\u007f', '"\\x7F"\n'],
    ['\u0085', '"\\N"\n'],
    ['x\u2028y', "'x\u2028  y'\n"],
    ['\ufeff', '"\\uFEFF"\n'],
    ['\ufffe', '"\\uFFFE"\n'],
    ['\udc80', '!!binary gA==\n'],
    ['<b>&', '<b>&\n'],
    [
      'word word word word word word word word word word word word word word word word word word end',
      'word word word word word word word word word word word word word word word word word word end\n',
    ],
    [
      "it's word word word word word word word word word word word word word word word word word word end",
      "it's word word word word word word word word word word word word word word word word word word end\n",
    ],
    [
      'x\tword word word word word word word word word word word word word word word word word word end',
      '"x\\tword word word word word word word word word word word word word word word word word word end"\n',
    ],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y  z',
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y  z\n',
    ],
  ])('strings: %#', (value, text) => {
    expect(marshalYamlPretty(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [1n, '1\n'],
    [1.5, '1.5\n'],
    [1e6, '1e+06\n'],
    [1e20, '1e+20\n'],
    [1e21, '1e+21\n'],
    [1e-7, '1e-07\n'],
    [123456789.5, '1.234567895e+08\n'],
    [-0, '-0\n'],
    [2 ** 63, '9.223372036854776e+18\n'],
    [-(2 ** 64), '-1.8446744073709552e+19\n'],
    [new Sized('uint64', 18446744073709551615n), '18446744073709551615\n'],
    [new Sized('float32', Math.fround(0.1)), '0.1\n'],
    [new Sized('int64', -7n), '-7\n'],
    [Number.NaN, '.nan\n'],
    [Number.NEGATIVE_INFINITY, '-.inf\n'],
  ])('numbers: %#', (value, text) => {
    expect(marshalYamlPretty(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [[], '[]\n'],
    [map({}), '{}\n'],
    [nilMap(), '{}\n'],
    [nilSlice(), '[]\n'],
    [null, 'null\n'],
    [true, 'true\n'],
    [['a', ['b', []], map({ c: 1n, d: map({}) })], '- a\n- - b\n  - []\n- c: 1\n  d: {}\n'],
    [map({ a: ['b', map({ c: ['d'] })], e: null }), 'a:\n  - b\n  - c:\n      - d\ne: null\n'],
    [map({ a: 'x\ny\n', b: ['x\ny'] }), 'a: |\n  x\n  y\nb:\n  - |-\n    x\n    y\n'],
    [
      map({ '': 1n, y: 1n, 'a b': 1n, '1': 1n, 'a: b': 1n, 'a\nb': 1n }),
      '"": 1\n"1": 1\n? |-\n  a\n  b\n: 1\na b: 1\n\'a: b\': 1\n"y": 1\n',
    ],
    [
      map({ ['k'.repeat(129)]: map({ a: 1n }), ['l'.repeat(128)]: 1n }),
      '? kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\n: a: 1\nllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll: 1\n',
    ],
    [new Uint8Array([1, 2, 255]), '- 1\n- 2\n- 255\n'],
    [
      map({ a: `${'word '.repeat(16)}end of it` }),
      'a: word word word word word word word word word word word word word word word word end of it\n',
    ],
  ])('collections: %#', (value, text) => {
    expect(marshalYamlPretty(value)).toBe(text);
  });
});
