import { marshalJson } from '../json/index.js';
import { YamlError } from './error.js';
import { decodeYaml, unmarshalYaml, unmarshalYamlArray, unmarshalYamlMap } from './unmarshal.js';

describe.each([
  ['unmarshalYaml', unmarshalYaml],
  ['decodeYaml', decodeYaml],
] as const)('%s', (_name, unmarshal) => {
  test.each([
    ['a', '"a"'],
    ['a: yes', '{"a":true}'],
    ['a: Off', '{"a":false}'],
    ['a: y', '{"a":true}'],
    ['a: NULL', '{"a":null}'],
    ['a: ~', '{"a":null}'],
    ['a:', '{"a":null}'],
    ['a: 0o17', '{"a":15}'],
    ['a: 017', '{"a":15}'],
    ['a: 08', '{"a":8}'],
    ['a: 0x1F', '{"a":31}'],
    ['a: 0b101', '{"a":5}'],
    ['a: -0b11', '{"a":-3}'],
    ['a: 1_000', '{"a":1000}'],
    ['a: +5', '{"a":5}'],
    ['a: 1.5', '{"a":1.5}'],
    ['a: .5', '{"a":0.5}'],
    ['a: .5_1', '{"a":0.51}'],
    ['a: 1.', '{"a":1}'],
    ['a: 1e3', '{"a":1000}'],
    ['a: 1e999', '{"a":"1e999"}'],
    ['a: -0', '{"a":0}'],
    ['a: -0.0', '{"a":-0}'],
    ['a: 12:30', '{"a":"12:30"}'],
    ['a: 9223372036854775807', '{"a":9223372036854776000}'],
    ['a: 18446744073709551615', '{"a":18446744073709552000}'],
    ['a: 123456789012345678901234567890', '{"a":1.2345678901234568e+29}'],
    ['a: 2001-01-01', '{"a":"2001-01-01"}'],
    ['a: 2001-12-14t21:59:43.10-05:00', '{"a":"2001-12-14t21:59:43.10-05:00"}'],
    ['a: b#c', '{"a":"b#c"}'],
    ['a: b #c', '{"a":"b"}'],
    ['a: b\n  c\n\n  d', '{"a":"b c\\nd"}'],
    ['a: b\n c', '{"a":"b c"}'],
    ['a: http://x:80/y', '{"a":"http://x:80/y"}'],
    ['- -1', '[-1]'],
    ['-x', '"-x"'],
    ['? x', '{"x":null}'],
    [':x', '":x"'],
    ['a: {b:c}', '{"a":{"b:c":null}}'],
  ])('plain scalars: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['a: .inf', 'error converting YAML to JSON: json: unsupported value: +Inf'],
    ['a: -.INF', 'error converting YAML to JSON: json: unsupported value: -Inf'],
    ['a: .nan', 'error converting YAML to JSON: json: unsupported value: NaN'],
    ['a: b: c', 'error converting YAML to JSON: yaml: mapping values are not allowed in this context'],
    ['a: @x', 'error converting YAML to JSON: yaml: found character that cannot start any token'],
    ['a: `x', 'error converting YAML to JSON: yaml: found character that cannot start any token'],
    ['a: %x', 'error converting YAML to JSON: yaml: found character that cannot start any token'],
    ['a: b\nc', "error converting YAML to JSON: yaml: line 3: could not find expected ':'"],
    ['a: [x?y]', "error converting YAML to JSON: yaml: did not find expected ',' or ']'"],
    ["a: 'x", 'error converting YAML to JSON: yaml: found unexpected end of stream'],
  ])('plain scalars, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test.each([
    ["'it''s'", '"it\'s"'],
    ['"\\x41\\u00e9\\U0001F600\\n\\0\\e\\_\\N\\L\\P"', '"Aé\ud83d\ude00\\n\\u0000\\u001b \u0085\\u2028\\u2029"'],
    ['"a\\\n  b"', '"ab"'],
    ['"a\n  b"', '"a b"'],
    ['"a\n\n  b"', '"a\\nb"'],
    ["'a\n  b \n\n c'", '"a b\\nc"'],
    ['"a": "b"', '{"a":"b"}'],
    ['"a" b', '"a"'],
    ['"null"', '"null"'],
  ])('quoted scalars: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['"\\q"', 'error converting YAML to JSON: yaml: found unknown escape character'],
    ['"\\x4"', 'error converting YAML to JSON: yaml: did not find expected hexdecimal number'],
    ['"\\ud800"', 'error converting YAML to JSON: yaml: found invalid Unicode character escape code'],
    ['"a', 'error converting YAML to JSON: yaml: found unexpected end of stream'],
    ["'a", 'error converting YAML to JSON: yaml: found unexpected end of stream'],
    ['"a\n--- b"', 'error converting YAML to JSON: yaml: line 2: found unexpected document indicator'],
  ])('quoted scalars, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test.each([
    ['|\n a\n  b\n', '"a\\n b\\n"'],
    ['|-\n a\n', '"a"'],
    ['|+\n a\n\n', '"a\\n\\n"'],
    ['>\n a\n b\n\n c\n  d\n e\n', '"a b\\nc\\n d\\ne\\n"'],
    ['>-\n a\n b\n', '"a b"'],
    ['|2\n   a\n', '" a\\n"'],
    ['a: |1-\n  b\n', '{"a":" b"}'],
    ['- |\n a\n- >\n b', '["a\\n","b"]'],
    ['|\n\n\n  a\n', '"\\n\\na\\n"'],
    ['|\n', '""'],
    ['a: |+\n\nb: c', '{"a":"\\n","b":"c"}'],
    ['|\r\n a\r\n b\r\n', '"a\\nb\\n"'],
    ['| # c\n a', '"a"'],
  ])('block scalars: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['|\n\ta', 'error converting YAML to JSON: yaml: line 2: found a tab character where an indentation space is expected'],
    ['|0\n a', 'error converting YAML to JSON: yaml: found an indentation indicator equal to 0'],
    ['| x\n a', 'error converting YAML to JSON: yaml: did not find expected comment or line break'],
    ['|10\n a', 'error converting YAML to JSON: yaml: did not find expected comment or line break'],
    ['a: |\n  b\n c\n', 'error converting YAML to JSON: yaml: line 2: did not find expected key'],
  ])('block scalars, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test.each([
    ['[]', '[]'],
    ['{}', '{}'],
    ['[a, b]', '["a","b"]'],
    ['[a b]', '["a b"]'],
    ['[a, ]', '["a"]'],
    ['{a: 1, b}', '{"a":1,"b":null}'],
    ['{a, b: [c]}', '{"a":null,"b":["c"]}'],
    ['[a: b]', '[{"a":"b"}]'],
    ['[? a : b]', '[{"a":"b"}]'],
    ['- a\n- b', '["a","b"]'],
    ['- - a\n  - b', '[["a","b"]]'],
    ['a:\n- b\n- c', '{"a":["b","c"]}'],
    [' a: 1\nb: 2', '{"a":1}'],
    ['? a\n: b', '{"a":"b"}'],
    ['{}: x', '{}'],
    ['a: 1\na: 2', '{"a":2}'],
    ['a:\tb', '{"a":"b"}'],
    ['&a', 'null'],
  ])('collections: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['[a, b', "error converting YAML to JSON: yaml: line 1: did not find expected ',' or ']'"],
    ['[a,, b]', 'error converting YAML to JSON: yaml: did not find expected node content'],
    ['{a: 1 b: 2}', "error converting YAML to JSON: yaml: did not find expected ',' or '}'"],
    ['a:\n  - b\n - c', 'error converting YAML to JSON: yaml: line 2: did not find expected key'],
    ['a: - b', 'error converting YAML to JSON: yaml: block sequence entries are not allowed in this context'],
    ['a: b\n  c: d', 'error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context'],
    ['a:\n  b: 1\n c: 2', 'error converting YAML to JSON: yaml: line 2: did not find expected key'],
    ['? [a]\n: b', 'error converting YAML to JSON: yaml: invalid map key: []interface {}{"a"}'],
    ['? {a: b}\n: c', 'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{"a":"b"}'],
    ['{{ x }}', 'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'],
    ['a: {{ x }}', 'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'],
    ['a: {{ x }}: y', 'error converting YAML to JSON: yaml: mapping values are not allowed in this context'],
    ['a\nb: c', 'error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context'],
    ['\ta: b', 'error converting YAML to JSON: yaml: found character that cannot start any token'],
    ['a:\n\tb: c', 'error converting YAML to JSON: yaml: line 2: found character that cannot start any token'],
    ['- a\nb', "error converting YAML to JSON: yaml: line 3: could not find expected ':'"],
    ['* x', 'error converting YAML to JSON: yaml: did not find expected alphabetic or numeric character'],
    ['- *', 'error converting YAML to JSON: yaml: did not find expected alphabetic or numeric character'],
    [']', 'error converting YAML to JSON: yaml: did not find expected node content'],
    ['}', 'error converting YAML to JSON: yaml: did not find expected node content'],
    [',', 'error converting YAML to JSON: yaml: did not find expected node content'],
  ])('collections, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test.each([
    ['!!str 1', '"1"'],
    ['!!int "1"', '1'],
    ['!!float 1', '1'],
    ['!!bool yes', 'true'],
    ['!!null ~', 'null'],
    ['!!binary aGk=', '"hi"'],
    ['!!binary gA==', '"�"'],
    ['!!timestamp 2001-01-01', '"2001-01-01"'],
    ['!foo 1', '"1"'],
    ['!<tag:yaml.org,2002:str> 1', '"1"'],
    ['%TAG !x! tag:yaml.org,2002:\n--- !x!str 1', '"1"'],
    ['!!map {a: 1}', '{"a":1}'],
    ['a: &x 1\nb: *x', '{"a":1,"b":1}'],
    ['&a a: 1\nb: *a', '{"a":1,"b":"a"}'],
    ['x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}', '{"true":{"a":1,"b":3},"x":{"a":1,"b":2}}'],
    ['x: &x {a: 1, b: 2}\ny: {b: 3, <<: *x}', '{"true":{"a":1,"b":2},"x":{"a":1,"b":2}}'],
    ['x: &x {a: 1}\nz: &z {a: 2, c: 3}\ny: {<<: [*x, *z]}', '{"true":{"a":1,"c":3},"x":{"a":1},"z":{"a":2,"c":3}}'],
    ['y: {"<<": 1}', '{"true":{"\\u003c\\u003c":1}}'],
    ['<<: {a: 1}', '{"a":1}'],
  ])('tags, anchors and merges: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['!!int x', 'error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!int'],
    ['!!int 1.5', 'error converting YAML to JSON: yaml: cannot decode !!float `1.5` as a !!int'],
    ['!!float x', 'error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!float'],
    ['!!bool 1', 'error converting YAML to JSON: yaml: cannot decode !!int `1` as a !!bool'],
    ['!!null x', 'error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!null'],
    ['!!binary x', 'error converting YAML to JSON: yaml: !!binary value contains invalid base64 data'],
    ['!!timestamp x', 'error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!timestamp'],
    ['!x!y 1', 'error converting YAML to JSON: yaml: found undefined tag handle'],
    ['a: *x', "error converting YAML to JSON: yaml: unknown anchor 'x' referenced"],
    ['a: &x [*x]', "error converting YAML to JSON: yaml: anchor 'x' value contains itself"],
    ['y: {<<: 1}', 'error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value'],
    ['y: {<<: [1]}', 'error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value'],
    ['x: &x [1]\ny: {<<: *x}', 'error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value'],
  ])('tags, anchors and merges, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test.each([
    ['1: a', '{"1":"a"}'],
    ['1.5: a', '{"1.5":"a"}'],
    ['1.23456789: a', '{"1.2345679":"a"}'],
    ['yes: a', '{"true":"a"}'],
    ['0x10: a', '{"16":"a"}'],
    ['.inf: a', '{".inf":"a"}'],
    ['18446744073709551616: a', '{"1.8446744e+19":"a"}'],
    ['2001-01-01: a', '{"2001-01-01":"a"}'],
    ['"<<": a', '{"\\u003c\\u003c":"a"}'],
    ['!!str 1: a', '{"1":"a"}'],
  ])('keys that are not strings: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['~: a', 'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: "a"'],
    [': a', 'error converting YAML to JSON: yaml: did not find expected key'],
    ['? \n: a', 'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: "a"'],
    ['18446744073709551615: a', 'error converting YAML to JSON: unsupported map key of type: uint64, key: 0xffffffffffffffff, value: "a"'],
    [
      'null: {a: [1, ~, "x"]}',
      'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: map[interface {}]interface {}{"a":[]interface {}{1, interface {}(nil), "x"}}',
    ],
  ])('keys that are not strings, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test.each([
    ['', 'null'],
    ['\n', 'null'],
    ['# c', 'null'],
    ['---', 'null'],
    ['---\n---\na', 'null'],
    ['a: 1\n---\nb: 2', '{"a":1}'],
    ['a: 1\n...\nb: [', '{"a":1}'],
    ['--- a', '"a"'],
    ['%YAML 1.1\n---\na', '"a"'],
    ['\ufeffa: 1', '{"a":1}'],
    ['a: 1\r\nb: 2\r', '{"a":1,"b":2}'],
    ['a: x\u0085b: y', '{"a":"x","b":true}'],
    ['a: "x\u2028y"', '{"a":"x\\u2028y"}'],
    ['a: \ud83d\ude00', '{"a":"\ud83d\ude00"}'],
    ['__proto__: 1\nconstructor: 2', '{"__proto__":1,"constructor":2}'],
  ])('documents and characters: %j', (text, json) => {
    expect(marshalJson(unmarshal(text))).toBe(json);
  });

  test.each([
    ['... a', 'error converting YAML to JSON: yaml: did not find expected node content'],
    ['%YAML 1.2\n---\na', 'error converting YAML to JSON: yaml: found incompatible YAML document'],
    ['%YAML 1.1\na', 'error converting YAML to JSON: yaml: line 1: did not find expected <document start>'],
    ['%FOO\n---\na', 'error converting YAML to JSON: yaml: found unknown directive name'],
    ['a: \u0001', 'error converting YAML to JSON: yaml: control characters are not allowed'],
    ['a: \u007f', 'error converting YAML to JSON: yaml: control characters are not allowed'],
    ['a: \udc80', 'error converting YAML to JSON: yaml: invalid leading UTF-8 octet'],
    ['a: \udcc3', 'error converting YAML to JSON: yaml: incomplete UTF-8 octet sequence'],
    ['a: \udce2\udc28\udca1xx\n', 'error converting YAML to JSON: yaml: invalid trailing UTF-8 octet'],
    ['a: \ufffe', 'error converting YAML to JSON: yaml: control characters are not allowed'],
  ])('documents and characters, refused: %j', (text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test('an excess of aliases', () => {
    const rows = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]\n`);
    expect(() => unmarshal(`a0: &a0 [x]\n${rows.join('')}`)).toThrow(
      new YamlError('error converting YAML to JSON: yaml: document contains excessive aliasing'),
    );
  });

  test.each([
    ['flow collections', '['.repeat(10_001), 'error converting YAML to JSON: yaml: exceeded max depth of 10000'],
    ['block collections', '- '.repeat(10_001), 'error converting YAML to JSON: yaml: exceeded max depth of 10000'],
    [
      'both',
      `${'- '.repeat(5_001)}${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      'error unmarshaling JSON: while decoding JSON: exceeded max depth',
    ],
  ])('nested too deeply: %s', (_name, text, message) => {
    expect(() => unmarshal(text)).toThrow(new YamlError(message));
  });

  test('nesting up to the limit does not exhaust the stack', () => {
    let depth = 0;
    let value = unmarshal(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
    for (; Array.isArray(value); value = value[0] ?? null) depth++;
    expect(depth).toBe(10_000);
  });
});

describe('unmarshalYamlMap and unmarshalYamlArray', () => {
  const prefix = 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal';

  test.each([
    ['- a', 'array'],
    ['a', 'string'],
    ['1', 'number'],
    ['true', 'bool'],
  ])('%j is no map', (text, kind) => {
    expect(() => unmarshalYamlMap(text)).toThrow(new YamlError(`${prefix} ${kind} into Go value of type map[string]interface {}`));
  });

  test.each([
    ['a: b', 'object'],
    ['a', 'string'],
  ])('%j is no sequence', (text, kind) => {
    expect(() => unmarshalYamlArray(text)).toThrow(new YamlError(`${prefix} ${kind} into Go value of type []interface {}`));
  });

  test('nothing gives a nil map and a nil slice', () => {
    expect(marshalJson(unmarshalYamlMap(''))).toBe('null');
    expect(marshalJson(unmarshalYamlArray('# c'))).toBe('null');
    expect(marshalJson(unmarshalYamlMap('{}'))).toBe('{}');
    expect(marshalJson(unmarshalYamlArray('[]'))).toBe('[]');
  });
});
