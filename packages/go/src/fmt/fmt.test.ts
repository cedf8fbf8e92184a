import { goTypeName, isTrue, kindOf } from '../reflect/types.js';
import { formatFloat } from '../strconv/float.js';
import { atoi, NumError, parseFloat64, parseInt64, parseUint64 } from '../strconv/number.js';
import { quote, quoteRune, quoteToASCII, unquote } from '../strconv/quote.js';
import { GoMap, GoObject, Sized, typed, type Value } from '../values/value.js';
import { sprint, sprintf, sprintln } from './index.js';

class Duration extends GoObject {
  readonly goType = 'time.Duration';
  readonly goKind = 'int64';
  override goString(): string {
    return '1m30s';
  }
  override toJsonValue(): Value {
    return new Sized('int64', 90_000_000_000n);
  }
}

describe('formatFloat', () => {
  test.each([
    [0.5, 'f', 0, '0'],
    [1.5, 'f', 0, '2'],
    [2.5, 'f', 0, '2'],
    [0.125, 'f', 2, '0.12'],
    [1e21, 'f', -1, '1000000000000000000000'],
    [1e-7, 'f', -1, '0.0000001'],
    [123456789, 'g', -1, '1.23456789e+08'],
    [100000, 'g', -1, '100000'],
    [1000000, 'g', -1, '1e+06'],
    [0.0001, 'g', -1, '0.0001'],
    [0.00001, 'g', -1, '1e-05'],
    [1234.5678, 'g', 3, '1.23e+03'],
    [5e-324, 'e', -1, '5e-324'],
    [9.96, 'e', 1, '1.0e+01'],
    [0, 'e', 2, '0.00e+00'],
    [-0, 'g', -1, '-0'],
    [1, 'b', -1, '4503599627370496p-52'],
    [1.5, 'x', -1, '0x1.8p+00'],
    [Number.NaN, 'g', -1, 'NaN'],
    [Number.POSITIVE_INFINITY, 'g', -1, '+Inf'],
    [Number.NEGATIVE_INFINITY, 'f', 2, '-Inf'],
  ] as const)('%p %s %p', (f, verb, prec, want) => {
    expect(formatFloat(f, verb, prec)).toBe(want);
  });

  test.each([
    [0.1, '0.1'],
    [16777216, '1.6777216e+07'],
    [-4147121.25, '-4.1471212e+06'],
  ])('float32 %p', (f, want) => {
    expect(formatFloat(Math.fround(f), 'g', -1, 32)).toBe(want);
  });

  test('digits after those of a double are zeros', () => {
    expect(formatFloat(0.1, 'f', 2000)).toHaveLength(2002);
  });
});

describe('numbers', () => {
  test.each([
    ['9223372036854775807', 10, 9223372036854775807n],
    ['-9223372036854775808', 10, -9223372036854775808n],
    ['+7', 10, 7n],
    ['0x1F', 0, 31n],
    ['0b101', 0, 5n],
    ['0o17', 0, 15n],
    ['017', 0, 15n],
    ['1_000', 0, 1000n],
    ['zz', 36, 1295n],
  ])('parseInt64 %s in base %p', (s, base, want) => {
    expect(parseInt64(s, base)).toBe(want);
  });

  test.each([
    [() => parseInt64('', 10), 'strconv.ParseInt: parsing "": invalid syntax'],
    [() => parseInt64('1_000', 10), 'strconv.ParseInt: parsing "1_000": invalid syntax'],
    [() => parseInt64('1__0', 0), 'strconv.ParseInt: parsing "1__0": invalid syntax'],
    [() => parseInt64('08', 0), 'strconv.ParseInt: parsing "08": invalid syntax'],
    [() => parseInt64('9223372036854775808', 10), 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    [() => parseUint64('-1', 10), 'strconv.ParseUint: parsing "-1": invalid syntax'],
    [() => atoi('x"'), 'strconv.Atoi: parsing "x\\"": invalid syntax'],
    [() => parseFloat64('1e'), 'strconv.ParseFloat: parsing "1e": invalid syntax'],
    [() => parseFloat64('1e999'), 'strconv.ParseFloat: parsing "1e999": value out of range'],
    [() => parseFloat64('0x1'), 'strconv.ParseFloat: parsing "0x1": invalid syntax'],
    [() => parseFloat64(' 1'), 'strconv.ParseFloat: parsing " 1": invalid syntax'],
    [() => parseFloat64('+nan'), 'strconv.ParseFloat: parsing "+nan": invalid syntax'],
  ])('%s', (parse, message) => {
    expect(parse).toThrow(message);
  });

  test('an error has the value that Go returns with it', () => {
    try {
      parseInt64('99999999999999999999', 10);
    } catch (error) {
      expect(error).toMatchObject({ constructor: NumError, reason: 'range', value: 9223372036854775807n });
    }
    expect.assertions(1);
  });

  test.each([
    ['1.5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1_0.5', 10.5],
    ['-Inf', Number.NEGATIVE_INFINITY],
    ['infinity', Number.POSITIVE_INFINITY],
    ['0x1.8p1', 3],
    ['0x1p-1074', 5e-324],
    ['1e-999', 0],
  ])('parseFloat64 %s', (s, want) => {
    expect(parseFloat64(s)).toBe(want);
  });
});

describe('quoting', () => {
  test.each([
    ['plain', '"plain"'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['\t\n\u0000\u007f', '"\\t\\n\\x00\\x7f"'],
    ['é☃𝒳\u200b\u00a0', '"é☃𝒳\\u200b\\u00a0"'],
    ['\udcff', '"\\xff"'],
    ['\u31ef\u{1c89}', '"\\u31ef\\u1c89"'],
  ])('quote %p', (s, want) => {
    expect(quote(s)).toBe(want);
  });

  test('quoteToASCII, quoteRune', () => {
    expect([quoteToASCII('é𝒳'), quoteRune(0x2603), quoteRune(39), quoteRune(-1)]).toEqual([
      '"\\u00e9\\U0001d4b3"',
      "'☃'",
      "'\\''",
      "'\ufffd'",
    ]);
  });

  test.each([
    ['"a\\tb"', 'a\tb'],
    ['"\\xc3\\xa9\\xff"', 'é\udcff'],
    ['`a\\n\rb`', 'a\\nb'],
    ['"\\q"', null],
    ['"a"b"', null],
    ['"\\ud800"', null],
    ['"', null],
  ])('unquote %s', (s, want) => {
    expect(unquote(s)).toBe(want);
  });
});

describe('printing', () => {
  const map = new GoMap();
  map.set('b', null);
  map.set('a', [1n, 'x', 2.5]);

  test.each([
    ['%v', [map], 'map[a:[1 x 2.5] b:<nil>]'],
    ['%#v', [map], 'map[string]interface {}{"a":[]interface {}{1, "x", 2.5}, "b":interface {}(nil)}'],
    ['%s|%d|%v', [new Duration(), new Duration(), new Duration()], '1m30s|90000000000|1m30s'],
    ['%T %T %T', [new Duration(), typed([], '[]string'), null], 'time.Duration []string <nil>'],
    ['%d %s', ['x', 1n], '%!d(string=x) %!s(int=1)'],
    ['%d', [], '%!d(MISSING)'],
    ['x', [1n, null], 'x%!(EXTRA int=1, <nil>)'],
    ['%[3]d', [1n], '%!d(BADINDEX)'],
    ['%*d', ['w', 1n], '%!(BADWIDTH)1'],
    ['%99999999d', [1n], '%!(NOVERB)%!(EXTRA int=1)'],
    ['%', [], '%!(NOVERB)'],
  ] as const)('%s of %p', (format, args, want) => {
    expect(sprintf(format, args as never)).toBe(want);
  });

  test('sprint puts spaces between values that are not strings, sprintln between all values', () => {
    expect([sprint([1n, 2n, 'a', 3n, null, true]), sprintln([1n, 'a'])]).toEqual(['1 2a3 <nil> true', '1 a\n']);
  });
});

test('types, kinds and truth of values', () => {
  const values: Value[] = [null, true, 0n, 0, '', new Sized('uint8', 1n), [], new Uint8Array(1), new GoMap(), new Duration()];
  expect(values.map(v => [goTypeName(v), kindOf(v), isTrue(v)])).toEqual([
    ['<nil>', 'invalid', false],
    ['bool', 'bool', true],
    ['int', 'int', false],
    ['float64', 'float64', false],
    ['string', 'string', false],
    ['uint8', 'uint8', true],
    ['[]interface {}', 'slice', false],
    ['[]uint8', 'slice', true],
    ['map[string]interface {}', 'map', false],
    ['time.Duration', 'int64', true],
  ]);
});
