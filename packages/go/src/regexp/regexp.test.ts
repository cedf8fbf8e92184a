import { compile, quoteMeta, type Regexp, RegexpError } from './regexp.js';
import { simplePattern } from './simple.js';

test.each<[pattern: string, message: string]>([
  ['[', 'error parsing regexp: missing closing ]: `[`'],
  ['a(', 'error parsing regexp: missing closing ): `a(`'],
  ['a)', 'error parsing regexp: unexpected ): `a)`'],
  ['*', 'error parsing regexp: missing argument to repetition operator: `*`'],
  ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
  ['a{1001}', 'error parsing regexp: invalid repeat count: `{1001}`'],
  ['a{2,1}', 'error parsing regexp: invalid repeat count: `{2,1}`'],
  ['(?z)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?z`'],
  ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
  ['\\8', 'error parsing regexp: invalid escape sequence: `\\8`'],
  ['[z-a]', 'error parsing regexp: invalid character class range: `z-a`'],
  ['\\', 'error parsing regexp: trailing backslash at end of expression: ``'],
  ['(?P<n', 'error parsing regexp: invalid named capture: `(?P<n`'],
  ['(?P<a-b>c)', 'error parsing regexp: invalid named capture: `(?P<a-b>`'],
  ['\\p{Foo}', 'error parsing regexp: invalid character class range: `\\p{Foo}`'],
  ['[[:foo:]]', 'error parsing regexp: invalid character class range: `[:foo:]`'],
  ['(?P<n>a)[(?P<m>', 'error parsing regexp: missing closing ]: `[(?P<m>`'],
  ['(a{100}){100}', 'error parsing regexp: invalid repeat count: `{100}`'],
  ['\\C', 'error parsing regexp: invalid escape sequence: `\\C`'],
  ['(?i', 'error parsing regexp: invalid or unsupported Perl syntax: `(?i`'],
  ['x{2}{3}', 'error parsing regexp: invalid nested repetition operator: `{2}{3}`'],
])('%j is refused', (pattern, message) => {
  expect(() => compile(pattern)).toThrow(new RegexpError(message));
});

test('nesting has a limit', () => {
  const deep = `${'('.repeat(1001)}${')'.repeat(1001)}`;
  expect(() => compile(deep)).toThrow(new RegexpError(`error parsing regexp: expression nests too deeply: \`${deep}\``));
});

test('a pattern that is not UTF-8 is refused', () => {
  expect(() => compile('a\udcff')).toThrow(new RegexpError('error parsing regexp: invalid UTF-8: `\udcff`'));
});

interface Results {
  match: boolean;
  find: string;
  all: string[];
  replace: string;
  literal: string;
  split: string[];
}

const resultsOf = (regexp: Regexp, text: string, n: number, template: string): Results => ({
  match: regexp.matchString(text),
  find: regexp.findString(text),
  all: regexp.findAllString(text, n),
  replace: regexp.replaceAllString(text, template),
  literal: regexp.replaceAllLiteralString(text, template),
  split: regexp.split(text, n),
});

test.each<[pattern: string, text: string, n: number, template: string, results: Results]>([
  [
    'a(b)?',
    'abac',
    -1,
    '<$1>',
    { match: true, find: 'ab', all: ['ab', 'a'], replace: '<b><>c', literal: '<$1><$1>c', split: ['', '', 'c'] },
  ],
  ['x*', 'abc', -1, '-', { match: true, find: '', all: ['', '', '', ''], replace: '-a-b-c-', literal: '-a-b-c-', split: ['a', 'b', 'c'] }],
  ['a*', 'baaac', -1, '-', { match: true, find: '', all: ['', 'aaa', ''], replace: '-b-c-', literal: '-b-c-', split: ['b', 'c'] }],
  ['', 'ab', -1, '-', { match: true, find: '', all: ['', '', ''], replace: '-a-b-', literal: '-a-b-', split: ['a', 'b'] }],
  ['', '', -1, '-', { match: true, find: '', all: [''], replace: '-', literal: '-', split: [] }],
  [
    '[^a-zA-Z0-9-]',
    'a_b.c d',
    -1,
    '-',
    { match: true, find: '_', all: ['_', '.', ' '], replace: 'a-b-c-d', literal: 'a-b-c-d', split: ['a', 'b', 'c', 'd'] },
  ],
  [
    '(?P<first>\\w+) (?P<second>\\w+)',
    'hello world',
    -1,
    '${second} $first $$ $x ${y}',
    {
      match: true,
      find: 'hello world',
      all: ['hello world'],
      replace: 'world hello $  ',
      literal: '${second} $first $$ $x ${y}',
      split: ['', ''],
    },
  ],
  [
    '(a)(b)',
    'ab',
    -1,
    '$2$1 $1x ${1}x $12 $',
    { match: true, find: 'ab', all: ['ab'], replace: 'ba  ax  $', literal: '$2$1 $1x ${1}x $12 $', split: ['', ''] },
  ],
  [
    '(?i)KELVIN',
    'kelvin \u212aelvin',
    -1,
    '$0',
    { match: true, find: 'kelvin', all: ['kelvin', '\u212aelvin'], replace: 'kelvin \u212aelvin', literal: '$0 $0', split: ['', ' ', ''] },
  ],
  [
    '\\bfoo\\b',
    'foo food foo',
    2,
    'bar',
    { match: true, find: 'foo', all: ['foo', 'foo'], replace: 'bar food bar', literal: 'bar food bar', split: ['', ' food foo'] },
  ],
  [
    '(a|ab)(c|bcd)(d*)',
    'abcd',
    -1,
    '[$1][$2][$3]',
    { match: true, find: 'abcd', all: ['abcd'], replace: '[a][bcd][]', literal: '[$1][$2][$3]', split: ['', ''] },
  ],
  ['(?:(a)|b)*', 'ab', -1, '<$1>', { match: true, find: 'ab', all: ['ab'], replace: '<a>', literal: '<$1>', split: ['', ''] }],
  [',', 'a,b,,c', -1, '', { match: true, find: ',', all: [',', ',', ','], replace: 'abc', literal: 'abc', split: ['a', 'b', '', 'c'] }],
  [',', 'a,b,,c', 2, '', { match: true, find: ',', all: [',', ','], replace: 'abc', literal: 'abc', split: ['a', 'b,,c'] }],
  [',', 'a,b,,c', 0, '', { match: true, find: ',', all: [], replace: 'abc', literal: 'abc', split: [] }],
  [',', '', -1, '', { match: false, find: '', all: [], replace: '', literal: '', split: [''] }],
  [
    'a',
    'banana',
    -1,
    '$0$0',
    { match: true, find: 'a', all: ['a', 'a', 'a'], replace: 'baanaanaa', literal: 'b$0$0n$0$0n$0$0', split: ['b', 'n', 'n', ''] },
  ],
  [
    '\\s+',
    'a \t\n b\u00a0c\u000bd',
    -1,
    '_',
    {
      match: true,
      find: ' \t\n ',
      all: [' \t\n '],
      replace: 'a_b\u00a0c\u000bd',
      literal: 'a_b\u00a0c\u000bd',
      split: ['a', 'b\u00a0c\u000bd'],
    },
  ],
  [
    '(?m)^x$',
    'x\nxx\nx',
    -1,
    'y',
    { match: true, find: 'x', all: ['x', 'x'], replace: 'y\nxx\ny', literal: 'y\nxx\ny', split: ['', '\nxx\n', ''] },
  ],
  ['(?s)a.b', 'a\nb', -1, 'y', { match: true, find: 'a\nb', all: ['a\nb'], replace: 'y', literal: 'y', split: ['', ''] }],
  [
    'a.b',
    'a\nb a\rb a\u2028b',
    -1,
    'y',
    { match: true, find: 'a\rb', all: ['a\rb', 'a\u2028b'], replace: 'a\nb y y', literal: 'a\nb y y', split: ['a\nb ', ' ', ''] },
  ],
  [
    '\\pL+',
    'héllo \u4e16\u754c 123',
    -1,
    '<$0>',
    {
      match: true,
      find: 'héllo',
      all: ['héllo', '\u4e16\u754c'],
      replace: '<héllo> <\u4e16\u754c> 123',
      literal: '<$0> <$0> 123',
      split: ['', ' ', ' 123'],
    },
  ],
  ['[[:punct:]]', 'a!b?', -1, '', { match: true, find: '!', all: ['!', '?'], replace: 'ab', literal: 'ab', split: ['a', 'b', ''] }],
  [
    '(?P<n>a)|(?P<n>b)',
    'ab',
    -1,
    '<$n>',
    { match: true, find: 'a', all: ['a', 'b'], replace: '<a><b>', literal: '<$n><$n>', split: ['', '', ''] },
  ],
  ['^', 'abc', -1, '> ', { match: true, find: '', all: [''], replace: '> abc', literal: '> abc', split: ['abc'] }],
  ['$', 'abc', -1, ' <', { match: true, find: '', all: [''], replace: 'abc <', literal: 'abc <', split: ['abc'] }],
  [
    '\\d{1,3}(?:\\.\\d{1,3}){3}',
    'ip 10.0.0.1!',
    -1,
    'X',
    { match: true, find: '10.0.0.1', all: ['10.0.0.1'], replace: 'ip X!', literal: 'ip X!', split: ['ip ', '!'] },
  ],
  [
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    'a-b.c-d.e',
    -1,
    '$2',
    { match: true, find: 'a-b.c-d.e', all: ['a-b.c-d.e'], replace: '.e', literal: '$2', split: ['', ''] },
  ],
  [
    '.',
    '\ud83d\ude00a',
    -1,
    '-',
    { match: true, find: '\ud83d\ude00', all: ['\ud83d\ude00', 'a'], replace: '--', literal: '--', split: ['', '', ''] },
  ],
  [
    '(.)',
    '\ud83d\ude00a',
    -1,
    '$1$1',
    {
      match: true,
      find: '\ud83d\ude00',
      all: ['\ud83d\ude00', 'a'],
      replace: '\ud83d\ude00\ud83d\ude00aa',
      literal: '$1$1$1$1',
      split: ['', '', ''],
    },
  ],
  ['(?U)a+', 'aaa', -1, 'x', { match: true, find: 'a', all: ['a', 'a', 'a'], replace: 'xxx', literal: 'xxx', split: ['', '', '', ''] }],
  ['\\Qa.b\\E', 'a.b axb', -1, 'x', { match: true, find: 'a.b', all: ['a.b'], replace: 'x axb', literal: 'x axb', split: ['', ' axb'] }],
  ['[^\\d]', '1a2', -1, '', { match: true, find: 'a', all: ['a'], replace: '12', literal: '12', split: ['1', '2'] }],
  ['[a\\]]+', 'a]b', -1, 'x', { match: true, find: 'a]', all: ['a]'], replace: 'xb', literal: 'xb', split: ['', 'b'] }],
  ['[]a]+', 'a]b', -1, 'x', { match: true, find: 'a]', all: ['a]'], replace: 'xb', literal: 'xb', split: ['', 'b'] }],
  [
    '\\p{Letter}\\p{greek}',
    'a\u03b1',
    -1,
    'x',
    { match: true, find: 'a\u03b1', all: ['a\u03b1'], replace: 'x', literal: 'x', split: ['', ''] },
  ],
])('%j on %j (%d, %j)', (pattern, text, n, template, results) => {
  expect(resultsOf(compile(pattern), text, n, template)).toEqual(results);
});

test('simple patterns run in the engine of JavaScript, others and long texts in re2js, with the same result', () => {
  for (const pattern of ['[^a-z]+b', '(a|b)?c', '(?i)k+', '^x*y$', '\\w+\\b']) expect(simplePattern(pattern)).toBeDefined();
  for (const pattern of ['(a+)+', '(a|b)*']) expect(simplePattern(pattern)!.steps(1)).toBe(Number.POSITIVE_INFINITY);
  for (const pattern of ['(?:a|)*', '\\pL', '[', 'a{2}{2}', '(?U)a']) expect(simplePattern(pattern)).toBeUndefined();
  const text = 'ab'.repeat(5000);
  expect(simplePattern('a+z')!.steps(text.length)).toBeGreaterThan(5_000_000);
  expect(compile('a+z').matchString(text)).toBe(false);
  expect(compile('a+z').matchString(`${text}az`)).toBe(true);
});

test('the cache returns the compiled pattern', () => {
  expect(compile('cached')).toBe(compile('cached'));
});

test('quoteMeta', () => {
  expect(quoteMeta('a.b*c[d]{e}(f)|^$+?\\-/é')).toBe('a\\.b\\*c\\[d\\]\\{e\\}\\(f\\)\\|\\^\\$\\+\\?\\\\-/é');
});
