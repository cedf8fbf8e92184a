import { compileGlob, globMatcher } from './glob.js';

test.each<[pattern: string, message: string]>([
  ['[', 'unexpected end of input'],
  ['[]', 'could not parse range'],
  ['[a', 'unexpected end of input'],
  ['[z-a]', "hi character 'a' should be greater than lo 'z'"],
  ['a[', 'unexpected end of input'],
  ['[!]', 'could not parse range'],
  ['[a-]', 'unexpected end of input'],
  ['[-a', 'unexpected end of input'],
  ['\ufffd', 'could not read rune'],
  ['[a-bc]', 'expected close range character'],
])('%j is malformed', (pattern, message) => {
  expect(() => globMatcher(pattern)).toThrow(new Error(message));
  expect(compileGlob(pattern)).toBeUndefined();
});

test.each([
  ['a pattern that is too long', 'a'.repeat(5000), 'pattern is too long'],
  ['too many alternatives', `{${'a,'.repeat(300)}b}`, 'pattern is too long'],
  ['alternatives in alternatives', '{'.repeat(200), 'pattern nests too deeply'],
])('%s', (_what, pattern, message) => {
  expect(() => globMatcher(pattern)).toThrow(message);
});

test('a match that would take forever', () => {
  const glob = compileGlob('x*a*a*a*a*a*a*b')!;
  expect(() => glob(`${'a'.repeat(200)}b`)).toThrow('glob: the pattern takes too many steps to match');
});

const names = [
  'a',
  'b',
  'ab',
  'a.yaml',
  'dir/a.yaml',
  'dir/sub/a.yaml',
  'dir/.hidden',
  'a-b',
  'config/app.json',
  'files/x/y.txt',
  'é.txt',
  'abc',
];

test.each<[pattern: string, matched: string[]]>([
  ['*', ['a', 'b', 'ab', 'a.yaml', 'a-b', 'é.txt', 'abc']],
  [
    '**',
    ['a', 'b', 'ab', 'a.yaml', 'dir/a.yaml', 'dir/sub/a.yaml', 'dir/.hidden', 'a-b', 'config/app.json', 'files/x/y.txt', 'é.txt', 'abc'],
  ],
  ['*.yaml', ['a.yaml']],
  ['**.yaml', ['a.yaml', 'dir/a.yaml', 'dir/sub/a.yaml']],
  ['**/*.yaml', ['dir/a.yaml', 'dir/sub/a.yaml']],
  ['dir/*', ['dir/a.yaml', 'dir/.hidden']],
  ['dir/**', ['dir/a.yaml', 'dir/sub/a.yaml', 'dir/.hidden']],
  ['?', ['a', 'b']],
  ['??', ['ab']],
  ['[ab]', ['a', 'b']],
  ['[!a]*', ['b', 'é.txt']],
  ['[a-b]*', ['a', 'b', 'ab', 'a.yaml', 'a-b', 'abc']],
  ['{a,b}', ['a', 'b']],
  ['*.{yaml,json}', ['a.yaml']],
  ['config/*.{yaml,json}', ['config/app.json']],
  ['{dir,files}/**', ['dir/a.yaml', 'dir/sub/a.yaml', 'dir/.hidden', 'files/x/y.txt']],
  ['**/a.*', ['dir/a.yaml', 'dir/sub/a.yaml']],
  ['a*b', ['ab', 'a-b']],
  ['ab**ba', []],
  ['\\*', []],
  ['{a', ['a']],
  ['a}', []],
  ['a,b', []],
  ['{a,ab}*', ['a', 'ab', 'a.yaml', 'a-b', 'abc']],
  ['{*,x}c', []],
  ['*{a,b}', ['a', 'b', 'ab', 'a-b']],
  ['', []],
  ['[!/]*', ['a', 'b', 'ab', 'a.yaml', 'a-b', 'é.txt', 'abc']],
  ['dir/**/a.yaml', ['dir/a.yaml', 'dir/sub/a.yaml']],
  ['{dir/sub,dir}/*.yaml', ['dir/a.yaml', 'dir/sub/a.yaml']],
  ['?.txt', []],
  ['{,a}b', ['b', 'ab']],
])('%j', (pattern, matched) => {
  expect(names.filter(globMatcher(pattern))).toEqual(matched);
});
