import { formatDuration, parseDuration, quoteBytes, roundDuration } from './duration.js';

test.each<[text: string, message: string]>([
  ['', 'time: invalid duration ""'],
  ['1', 'time: missing unit in duration "1"'],
  ['s', 'time: invalid duration "s"'],
  ['.s', 'time: invalid duration ".s"'],
  ['-', 'time: invalid duration "-"'],
  ['1d', 'time: unknown unit "d" in duration "1d"'],
  ['1h foo', 'time: unknown unit "h foo" in duration "1h foo"'],
  ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
  ['99999999999999999999s', 'time: invalid duration "99999999999999999999s"'],
  ['3000000h', 'time: invalid duration "3000000h"'],
  ['1.2.3s', 'time: missing unit in duration "1.2.3s"'],
  ['1é', 'time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'],
  ['"1', 'time: invalid duration "\\"1"'],
  ['-9223372036854775809ns', 'time: invalid duration "-9223372036854775809ns"'],
  ['1s\n', 'time: unknown unit "s\\x0a" in duration "1s\\x0a"'],
])('parseDuration refuses %j', (text, message) => {
  expect(() => parseDuration(text)).toThrow(new Error(message));
});

test.each<[text: string, [nanoseconds: string, text: string, roundedToMinutes: string, truncatedToSeconds: string]]>([
  ['0', ['0', '0s', '0s', '0s']],
  ['1s', ['1000000000', '1s', '0s', '1s']],
  ['-1.5h', ['-5400000000000', '-1h30m0s', '-1h30m0s', '-1h30m0s']],
  ['1h15m30.918273645s', ['4530918273645', '1h15m30.918273645s', '1h16m0s', '1h15m30s']],
  ['300ms', ['300000000', '300ms', '0s', '0s']],
  ['1us', ['1000', '1\u00b5s', '0s', '0s']],
  ['2\u00b5s', ['2000', '2\u00b5s', '0s', '0s']],
  ['3\u03bcs', ['3000', '3\u00b5s', '0s', '0s']],
  ['100ns', ['100', '100ns', '0s', '0s']],
  ['1.000000001s', ['1000000001', '1.000000001s', '0s', '1s']],
  ['+5m', ['300000000000', '5m0s', '5m0s', '5m0s']],
  ['.5s', ['500000000', '500ms', '0s', '0s']],
  ['1.s', ['1000000000', '1s', '0s', '1s']],
  ['9223372036854775807ns', ['9223372036854775807', '2562047h47m16.854775807s', '2562047h47m0s', '2562047h47m16s']],
  ['-9223372036854775808ns', ['-9223372036854775808', '-2562047h47m16.854775808s', '-2562047h47m0s', '-2562047h47m16s']],
  ['2562047h47m16.854775807s', ['9223372036854775807', '2562047h47m16.854775807s', '2562047h47m0s', '2562047h47m16s']],
  ['1h1h', ['7200000000000', '2h0m0s', '2h0m0s', '2h0m0s']],
  ['90s', ['90000000000', '1m30s', '2m0s', '1m30s']],
  ['29m59.9s', ['1799900000000', '29m59.9s', '30m0s', '29m59s']],
  ['-90s', ['-90000000000', '-1m30s', '-2m0s', '-1m30s']],
  ['0.000000000000001h', ['0', '0s', '0s', '0s']],
  ['1.00000000000000000001h', ['3600000000000', '1h0m0s', '1h0m0s', '1h0m0s']],
])('parseDuration reads %j', (text, [nanoseconds, printed, rounded, truncated]) => {
  const duration = parseDuration(text);
  expect(duration).toBe(BigInt(nanoseconds));
  expect(formatDuration(duration)).toBe(printed);
  expect(formatDuration(roundDuration(duration, 60_000_000_000n))).toBe(rounded);
  expect(formatDuration(duration - (duration % 1_000_000_000n))).toBe(truncated);
});

test('rounding to zero changes nothing', () => {
  expect(roundDuration(5n, 0n)).toBe(5n);
  expect(roundDuration(5n, -1n)).toBe(5n);
});

test('quoteBytes escapes what is not printable ASCII', () => {
  expect(quoteBytes('a"\\\x01\x7f\xe9')).toBe('"a\\"\\\\\\x01\x7f\\xe9"');
});
