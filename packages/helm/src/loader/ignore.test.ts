import { LimitError } from '../common/errors.js';
import type { Warn } from '../common/warnings.js';
import { parseIgnore } from './ignore.js';

test.each<[rules: string, message: string]>([
  ['**', 'double-star (**) syntax is not supported'],
  ['a/**/b', 'double-star (**) syntax is not supported'],
  ['[', 'syntax error in pattern'],
  ['a[', 'syntax error in pattern'],
  ['*.md\n[a-', 'syntax error in pattern'],
])('%j is refused', (rules, message) => {
  expect(() => parseIgnore(rules)).toThrow(new Error(message));
});

test('a line that is too long for Go is refused', () => {
  expect(() => parseIgnore(`a\n${'b'.repeat(65_536)}`)).toThrow('bufio.Scanner: token too long');
});

const paths = [
  'a.txt',
  'dir/',
  'dir/a.txt',
  'dir/sub/a.txt',
  'templates/.x',
  'templates/a.yaml',
  '.git/',
  'x/.git/',
  'README.md',
  '.',
  'b',
];

/** A path that ends in a slash is a directory. */
test.each<[rules: string, ignored: string[]]>([
  ['*.txt', ['a.txt', 'dir/a.txt', 'dir/sub/a.txt', 'templates/.x']],
  ['/a.txt', ['a.txt', 'templates/.x']],
  ['dir/', ['dir/', 'templates/.x']],
  ['dir', ['dir/', 'templates/.x']],
  ['/dir/a.txt', ['dir/a.txt', 'templates/.x']],
  ['dir/*.txt', ['dir/a.txt', 'templates/.x']],
  ['# comment\n*.md', ['templates/.x', 'README.md']],
  ['  *.md  ', ['templates/.x', 'README.md']],
  ['!*.txt', ['dir/', 'templates/.x', 'templates/a.yaml', '.git/', 'x/.git/', 'README.md', 'b']],
  ['!dir/', ['a.txt', 'dir/a.txt', 'dir/sub/a.txt', 'templates/.x', 'templates/a.yaml', '.git/', 'x/.git/', 'README.md', 'b']],
  ['*\n!b', ['a.txt', 'dir/', 'dir/a.txt', 'dir/sub/a.txt', 'templates/.x', 'templates/a.yaml', '.git/', 'x/.git/', 'README.md', 'b']],
  ['', ['templates/.x']],
  ['\ufeff*.md', ['templates/.x', 'README.md']],
  ['*.txt\r\n*.md\r', ['a.txt', 'dir/a.txt', 'dir/sub/a.txt', 'templates/.x', 'README.md']],
  ['\u00a0*.md\u00a0', ['templates/.x', 'README.md']],
  ['.git', ['templates/.x', '.git/', 'x/.git/']],
  ['dir/sub', ['templates/.x']],
  ['x*[\n*.md', ['templates/.x', 'README.md']],
  ['*.md\n\n', ['templates/.x', 'README.md']],
  ['\\!b', ['templates/.x']],
])('%j', (rules, ignored) => {
  const parsed = parseIgnore(rules);
  expect(paths.filter(path => parsed.ignore(path.replace(/\/$/, ''), path.endsWith('/')))).toEqual(ignored);
});

test('the chart itself is never ignored', () => {
  const all = parseIgnore('*');
  expect(['', '.', './'].map(path => all.ignore(path, true))).toEqual([false, false, false]);
});

describe('hostile rules are bounded', () => {
  const refusal = new LimitError('.helmignore has too many rules for the files of the chart');
  const ask = (rules: string, names: readonly string[], warn?: Warn) => () => {
    const parsed = parseIgnore(rules, warn);
    for (const name of names) parsed.ignore(name, false);
  };
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

  test('many rules over many files', () => {
    expect(ask('a*b*c*d\n'.repeat(50_000), names(300, 'axbxc-'))).toThrow(refusal);
  });

  test('a long rule over long names', () => {
    expect(ask(`${'*a'.repeat(20_000)}b`, names(200, 'a'.repeat(2_000)))).toThrow(refusal);
  });

  test('malformed rules that log a line for each name', () => {
    const lines: unknown[] = [];
    expect(ask('xb*[\n'.repeat(20), names(2_000, 'xbc-'), line => lines.push(line))).toThrow(refusal);
    expect(lines.length).toBeLessThan(1_001);
  });

  test('three hundred rules over five thousand files are read', () => {
    expect(ask('*.bak\n'.repeat(300), names(5_000, 'files/of-a-chart-'))).not.toThrow();
  });
});
