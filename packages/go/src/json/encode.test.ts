import { GoMap, GoObject, nilMap, nilSlice, Sized, type Value } from '../values/value.js';
import { marshalJson } from './encode.js';
import { JsonError } from './error.js';

const map = (entries: Record<string, Value>) => new GoMap(Object.entries(entries));

describe('marshalJson', () => {
  test.each<[Value, string]>([
    ['', '""'],
    ['a', '"a"'],
    ['a b', '"a b"'],
    ['y', '"y"'],
    ['Yes', '"Yes"'],
    ['null', '"null"'],
    ['~', '"~"'],
    ['true', '"true"'],
    ['1', '"1"'],
    ['0x1f', '"0x1f"'],
    ['1e3', '"1e3"'],
    ['1_0', '"1_0"'],
    ['.5', '".5"'],
    ['0o17', '"0o17"'],
    ['12:30', '"12:30"'],
    ['2001-01-01', '"2001-01-01"'],
    ['-', '"-"'],
    ['- a', '"- a"'],
    ['---', '"---"'],
    ['? a', '"? a"'],
    [': b', '": b"'],
    ['a: b', '"a: b"'],
    ['a:b', '"a:b"'],
    ['a #b', '"a #b"'],
    ['#c', '"#c"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['<<', '"\\u003c\\u003c"'],
    ['=', '"="'],
    ['!x', '"!x"'],
    ['&x', '"\\u0026x"'],
    ['*x', '"*x"'],
    ['%x', '"%x"'],
    ['@x', '"@x"'],
    ['`x', '"`x"'],
    ['{x', '"{x"'],
    ['[x', '"[x"'],
    ['a,b', '"a,b"'],
    ['|', '"|"'],
    ["it's", '"it\'s"'],
    ['"q"', '"\\"q\\""'],
    ['a\nb', '"a\\nb"'],
    ['a\n', '"a\\n"'],
    ['\na', '"\\na"'],
    ['a\n\n', '"a\\n\\n"'],
    ['a \nb', '"a \\nb"'],
    [' a\nb', '" a\\nb"'],
    ['a\tb', '"a\\tb"'],
    ['a\tb\nc', '"a\\tb\\nc"'],
    ['\r', '"\\r"'],
    ['é', '"é"'],
    ['\ud83d\ude00', '"\ud83d\ude00"'],
    ['\u0000', '"\\u0000"'],
    ['\u001b', '"\\u001b"'],
    ['\u007f', '"\u007f"'],
    ['\u0085', '"\u0085"'],
    ['x\u2028y', '"x\\u2028y"'],
    ['\ufeff', '"\ufeff"'],
    ['\ufffe', '"\ufffe"'],
    ['\udc80', '"\\ufffd"'],
    ['<b>&', '"\\u003cb\\u003e\\u0026"'],
    [
      'word word word word word word word word word word word word word word word word word word end',
      '"word word word word word word word word word word word word word word word word word word end"',
    ],
    [
      "it's word word word word word word word word word word word word word word word word word word end",
      '"it\'s word word word word word word word word word word word word word word word word word word end"',
    ],
    [
      'x\tword word word word word word word word word word word word word word word word word word end',
      '"x\\tword word word word word word word word word word word word word word word word word word end"',
    ],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y  z',
      '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y  z"',
    ],
  ])('strings: %#', (value, text) => {
    expect(marshalJson(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [1n, '1'],
    [1.5, '1.5'],
    [1e6, '1000000'],
    [1e20, '100000000000000000000'],
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [123456789.5, '123456789.5'],
    [-0, '-0'],
    [2 ** 63, '9223372036854776000'],
    [-(2 ** 64), '-18446744073709552000'],
    [new Sized('uint64', 18446744073709551615n), '18446744073709551615'],
    [new Sized('float32', Math.fround(0.1)), '0.1'],
    [new Sized('int64', -7n), '-7'],
  ])('numbers: %#', (value, text) => {
    expect(marshalJson(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [[], '[]'],
    [map({}), '{}'],
    [nilMap(), 'null'],
    [nilSlice(), 'null'],
    [null, 'null'],
    [true, 'true'],
    [['a', ['b', []], map({ c: 1n, d: map({}) })], '["a",["b",[]],{"c":1,"d":{}}]'],
    [map({ a: ['b', map({ c: ['d'] })], e: null }), '{"a":["b",{"c":["d"]}],"e":null}'],
    [map({ a: 'x\ny\n', b: ['x\ny'] }), '{"a":"x\\ny\\n","b":["x\\ny"]}'],
    [map({ '': 1n, y: 1n, 'a b': 1n, '1': 1n, 'a: b': 1n, 'a\nb': 1n }), '{"":1,"1":1,"a\\nb":1,"a b":1,"a: b":1,"y":1}'],
    [
      map({ ['k'.repeat(129)]: map({ a: 1n }), ['l'.repeat(128)]: 1n }),
      '{"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk":{"a":1},"llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll":1}',
    ],
    [new Uint8Array([1, 2, 255]), '"AQL/"'],
    [
      map({ a: `${'word '.repeat(16)}end of it` }),
      '{"a":"word word word word word word word word word word word word word word word word end of it"}',
    ],
  ])('collections: %#', (value, text) => {
    expect(marshalJson(value)).toBe(text);
  });

  test.each<[Value, string]>([
    [Number.NaN, 'json: unsupported value: NaN'],
    [Number.NEGATIVE_INFINITY, 'json: unsupported value: -Inf'],
  ])('refused: %#', (value, message) => {
    expect(() => marshalJson(value)).toThrow(new JsonError(message));
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
    expect(marshalJson(new Point())).toBe('{"y":2,"x":{}}');
  });

  test('indented', () => {
    expect(marshalJson(map({ a: [1n, []], b: map({}), c: map({ d: '<' }) }), { indent: '  ' })).toBe(
      '{\n  "a": [\n    1,\n    []\n  ],\n  "b": {},\n  "c": {\n    "d": "\\u003c"\n  }\n}',
    );
  });

  test('without escapes for HTML', () => {
    expect(marshalJson('<a>&\u2028\udc80', { escapeHtml: false })).toBe('"<a>&\\u2028\\ufffd"');
  });
});

it('encodes values that are nested thousands of levels deep', () => {
  let value: Value = 1n;
  for (let level = 0; level < 2500; level++) value = level % 2 === 0 ? [value] : new GoMap([['a', value]]);
  expect(marshalJson(value)).toBe(`${'{"a":['.repeat(1250)}1${']}'.repeat(1250)}`);
});
