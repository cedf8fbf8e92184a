import { unmarshalJson, unmarshalJsonArray, unmarshalJsonMap } from './decode.js';
import { marshalJson } from './encode.js';
import { JsonError } from './error.js';

describe('unmarshalJson', () => {
  test.each([
    ['1', '1'],
    ['-0', '-0'],
    ['1.5e3', '1500'],
    ['1e-7', '1e-7'],
    ['1e21', '1e+21'],
    ['true', 'true'],
    ['null', 'null'],
    ['"a\\u00e9\\ud83d\\ude00\\n\\/"', '"aé\ud83d\ude00\\n/"'],
    ['"\\ud83d"', '"�"'],
    ['"\\ud83dx"', '"�x"'],
    ['"\udc80"', '"�"'],
    ['[]', '[]'],
    ['{}', '{}'],
    [' [ 1 , 2 ] ', '[1,2]'],
    ['{"a":{"b":[1]},"a":2}', '{"a":2}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
  ])('values: %j', (text, json) => {
    expect(marshalJson(unmarshalJson(text))).toBe(json);
  });

  test.each([
    ['1e999', 'json: cannot unmarshal number 1e999 into Go value of type float64'],
    ['[1e999]', 'json: cannot unmarshal number 1e999 into Go value of type float64'],
  ])('values, refused: %j', (text, message) => {
    expect(() => unmarshalJson(text)).toThrow(new JsonError(message));
  });

  test.each([
    ['', 'unexpected end of JSON input'],
    [' ', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['[', 'unexpected end of JSON input'],
    ['[1', 'unexpected end of JSON input'],
    ['[1,', 'unexpected end of JSON input'],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{"a"}', "invalid character '}' after object key"],
    ['{"a":}', "invalid character '}' looking for beginning of value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{1:2}', "invalid character '1' looking for beginning of object key string"],
    ['tru', "invalid character ' ' in literal true (expecting 'e')"],
    ['trux', "invalid character 'x' in literal true (expecting 'e')"],
    ['nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['falsy', "invalid character 'y' in literal false (expecting 'e')"],
    ['01', "invalid character '1' after top-level value"],
    ['-', "invalid character ' ' in numeric literal"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.', "invalid character ' ' after decimal point in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1e', "invalid character ' ' in exponent of numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['"a', 'unexpected end of JSON input'],
    ['"a\n"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12"', "invalid character '\"' in \\u hexadecimal character escape"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['“a”', "invalid character 'â' looking for beginning of value"],
    ['1 2', "invalid character '2' after top-level value"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['\udc80', "invalid character '\\u0080' looking for beginning of value"],
    ['"\\', "invalid character ' ' in string escape code"],
    ["'", "invalid character '\\'' looking for beginning of value"],
  ])('syntax, refused: %j', (text, message) => {
    expect(() => unmarshalJson(text)).toThrow(new JsonError(message));
  });

  test('the limit on nesting', () => {
    expect(() => unmarshalJson('['.repeat(10_001))).toThrow(new JsonError('exceeded max depth'));
    expect(Array.isArray(unmarshalJson(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))).toBe(true);
  });

  test('the partial value for a number out of range', () => {
    const error = thrownBy(() => unmarshalJsonMap('{"a":1,"b":1e999}'));
    expect(error.message).toBe('json: cannot unmarshal number 1e999 into Go value of type float64');
    expect(marshalJson(error.partial ?? 'nothing')).toBe('{"a":1,"b":null}');
  });

  test.each([
    ['[]', 'array'],
    ['"a"', 'string'],
    ['1e999', 'number'],
  ])('%j is no map', (text, kind) => {
    expect(() => unmarshalJsonMap(text)).toThrow(
      new JsonError(`json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`),
    );
  });

  test('null gives a nil map and a nil slice, an object is no slice', () => {
    expect(marshalJson(unmarshalJsonMap('null'))).toBe('null');
    expect(marshalJson(unmarshalJsonArray('null'))).toBe('null');
    expect(() => unmarshalJsonArray('{}')).toThrow(new JsonError('json: cannot unmarshal object into Go value of type []interface {}'));
  });
});

function thrownBy(call: () => unknown): JsonError {
  try {
    call();
  } catch (error) {
    if (error instanceof JsonError) return error;
  }
  throw new Error('nothing was thrown');
}
