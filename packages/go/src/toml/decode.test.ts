import { marshalJson } from '../json/index.js';
import { goTypeName } from '../reflect/types.js';
import { GoMap } from '../values/value.js';
import { unmarshalToml } from './decode.js';
import { TomlError } from './error.js';

describe('unmarshalToml', () => {
  test.each([
    ['a = 1', '{"a":1}'],
    ['a = +1_000', '{"a":1000}'],
    ['a = 0x1F', '{"a":31}'],
    ['a = 1.5', '{"a":1.5}'],
    ['a = 1e5', '{"a":100000}'],
    ['a = true', '{"a":true}'],
    ['a = "x\\ty"', '{"a":"x\\ty"}'],
    ["a = 'x\\y'", '{"a":"x\\\\y"}'],
    ['a = """\nx\\\n   y"""', '{"a":"xy"}'],
    ["a = '''\nx\ny'''", '{"a":"x\\ny"}'],
    ['a = [1, "b", [2]]', '{"a":[1,"b",[2]]}'],
    ['a = {b = 1, c.d = 2}', '{"a":{"b":1,"c":{"d":2}}}'],
    ['a.b.c = 1\na.d = 2', '{"a":{"b":{"c":1},"d":2}}'],
    ['"x y".z = 1', '{"x y":{"z":1}}'],
    ['[a]\nb = 1\n[a.c]\nd = 2', '{"a":{"b":1,"c":{"d":2}}}'],
    ['[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3', '{"a":[{"b":1},{"b":2,"c":{"d":3}}]}'],
    ['a = 2020-01-02T03:04:05Z', '{"a":"2020-01-02T03:04:05Z"}'],
    ['a = 2020-01-02', '{"a":"2020-01-02T00:00:00Z"}'],
    ['a = 03:04:05', '{"a":"0000-01-01T03:04:05Z"}'],
    ['# c\n', '{}'],
    ['', '{}'],
    ['a = [\n 1, # c\n 2,\n]', '{"a":[1,2]}'],
    ['\ufeffa = 1', '{"a":1}'],
    ['a = {\n b = 1,\n}', '{"a":{"b":1}}'],
  ])('values: %j', (text, json) => {
    expect(marshalJson(unmarshalToml(text))).toBe(json);
  });

  test.each([
    ['a', "toml: line 1: unexpected EOF; expected key separator '='"],
    ['a =', 'toml: line 1 (last key "a"): unexpected EOF; expected value'],
    ['a = \n', 'toml: line 1 (last key "a"): expected value but found \'\\n\' instead'],
    ['a = x', 'toml: line 1 (last key "a"): expected value but found "x" instead'],
    ['a = 01', 'toml: line 1 (last key "a"): Invalid integer "01": cannot have leading zeroes'],
    ['a = 1__0', 'toml: line 1 (last key "a"): Invalid integer "1__0": underscores must be surrounded by digits'],
    ['a = 1.', 'toml: line 1 (last key "a"): Invalid float "1.": \'.\' must be followed by one or more digits'],
    ['a = .5', 'toml: line 1 (last key "a"): floats must start with a digit, not \'.\''],
    ['a = 9223372036854775808', 'toml: line 1 (last key "a"): 9223372036854775808 is out of range for int64'],
    ['a = 1e999', 'toml: line 1 (last key "a"): 1e999 is out of range for float64'],
    ['a = "x', 'toml: line 1 (last key "a"): unexpected EOF; expected \'"\''],
    ['a = "x\ny"', 'toml: line 1 (last key "a"): strings cannot contain newlines'],
    ['a = "\\q"', 'toml: line 1 (last key "a"): invalid escape in string \'\\q\''],
    ['a = "\\ud800"', 'toml: line 1 (last key "a"): Escaped character \'\\ud800\' is not valid UTF-8.'],
    ['a = "\\u12"', 'toml: line 1 (last key "a"): expected four hexadecimal digits after \'\\u\', but got "\\\\u12\\"" instead'],
    ["a = 'x", 'toml: line 1 (last key "a"): unexpected EOF; expected "\'"'],
    ['a = """x', 'toml: line 1 (last key "a"): unexpected EOF; expected \'"""\''],
    ['a = [1', "toml: line 1 (last key \"a\"): expected a comma (',') or array terminator (']'), but got end of file"],
    ['a = [1 2]', "toml: line 1 (last key \"a\"): expected a comma (',') or array terminator (']'), but got '2'"],
    ['a = [,]', 'toml: line 1 (last key "a"): unexpected comma'],
    ['a = {b = 1', 'toml: line 1 (last key "a.b"): expected a comma or an inline table terminator \'}\', but got end of file instead'],
    ['a = {b = 1 c = 2}', "toml: line 1 (last key \"a.b\"): expected a comma or an inline table terminator '}', but got 'c' instead"],
    ['a = 1 b = 2', "toml: line 1: expected a top-level item to end with a newline, comment, or EOF, but got 'b' instead"],
    ['a = 1\na = 2', 'toml: line 2 (last key "a"): Key \'a\' has already been defined.'],
    ['[a]\n[a]', "toml: line 2: Key 'a' has already been defined."],
    ['a = 1\n[a]', "toml: line 2: Key 'a' has already been defined."],
    ['a = 1\n[a.b]', "toml: line 2: Key 'a' was already created as a hash."],
    ['a = [1]\n[[a]]', "toml: line 2: Key 'a' was already created and cannot be used as an array."],
    ['[a\n', "toml: line 2: expected '.' or ']' to end table name, but got '\\n' instead"],
    ['[]', 'toml: line 1: unexpected end of table name (table names cannot be empty)'],
    ['[a.]', 'toml: line 1: unexpected end of table name (table names cannot be empty)'],
    ['[[a]', "toml: line 1: expected end of table array name delimiter ']', but got '\\x00' instead"],
    ['= 1', "toml: line 1: unexpected '=': key name appears blank"],
    ['.a = 1', "toml: line 1: unexpected '.': keys cannot start with a '.'"],
    ['a..b = 1', "toml: line 1: unexpected '.'"],
    ['a b = 1', "toml: line 1: expected '.' or '=', but got 'b' instead"],
    ['a = 2020-13-01', 'toml: line 1 (last key "a"): invalid datetime: "2020-13-01"'],
    ['a = 2020-1-1', 'toml: line 1 (last key "a"): invalid datetime: "2020-1-1"'],
    ['a = \udc80', 'toml: line 1 (last key "a"): invalid UTF-8 byte: 0x80'],
    ['a = "\u0001"', 'toml: line 1 (last key "a"): TOML files cannot contain control characters: \'0x01\''],
    ['a\u0000', 'toml: line 1: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8'],
    ['a = 1\r', 'toml: line 1 (last key "a"): TOML files cannot contain control characters: \'0x0d\''],
    ['a = +0x1', 'toml: line 1 (last key "a"): cannot use sign with non-decimal numbers: \'+0x\''],
    ['a = 0xg', 'toml: line 1 (last key "a"): not a hexadecimal number: \'0xg\''],
    ['a = {b = 1, b.c = 2}', 'toml: line 1 (last key "a.b.c"): Key \'a.b\' has already been defined.'],
    ['x.y = 1\n[t]\nk = ', 'toml: line 3 (last key "t.k"): unexpected EOF; expected value'],
  ])('errors, refused: %j', (text, message) => {
    expect(() => unmarshalToml(text)).toThrow(new TomlError(message));
  });

  test('Go types', () => {
    const map = unmarshalToml('i = 1\nf = 1.0\nt = 2020-01-02\na = [1]\nm = {}\n[[x]]\n');
    expect([...map].map(([key, value]) => [key, goTypeName(value)])).toEqual([
      ['i', 'int64'],
      ['f', 'float64'],
      ['t', 'time.Time'],
      ['a', '[]interface {}'],
      ['m', 'map[string]interface {}'],
      ['x', '[]map[string]interface {}'],
    ]);
    expect(map).toBeInstanceOf(GoMap);
  });

  test('nested too deeply', () => {
    expect(() => unmarshalToml(`a = ${'['.repeat(200_000)}`)).toThrow(new TomlError('toml: values are nested too deeply'));
  });
});
