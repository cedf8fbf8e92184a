import { BadPatternError, pathMatch } from './match.js';

test.each([
  ['a[', 'a'],
  ['[a-]', 'a'],
  ['[', 'a'],
  ['[]a]', ']'],
  ['[-]', '-'],
  ['[a-', 'a'],
  ['[x-]', 'x'],
  ['\\', 'a'],
  ['[^', 'a'],
  ['a[', 'ab'],
  ['[a-b', 'a'],
  ['[\\', 'a'],
  ['*[', 'a'],
])('%j on %j is malformed', (pattern, name) => {
  expect(() => pathMatch(pattern, name)).toThrow(new BadPatternError());
  expect(new BadPatternError().message).toBe('syntax error in pattern');
});

test.each<[pattern: string, name: string, matched: boolean]>([
  ['*', 'abc', true],
  ['*', 'a/b', false],
  ['a*', 'abc', true],
  ['a*/b', 'a/c/b', false],
  ['a*/b', 'abc/b', true],
  ['[a-c]', 'b', true],
  ['[^a-c]', 'b', false],
  ['[^a-c]', 'x', true],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['a\\*c', 'a*c', true],
  ['[\\]]', ']', true],
  ['*.tx?', 'f.txt', true],
  ['x*[', 'abc', false],
  ['*/*', 'a/b', true],
  ['', '', true],
  ['', 'a', false],
  ['?', 'é', true],
  ['*[^é]', 'abé', true],
  ['*[é]', 'abé', true],
  ['*[a]', 'abé', false],
  ['*?b', 'é', false],
  ['*\udca9', 'é', true],
  ['*\udcc3', 'é', false],
  ['[\u00e0-\u00ff]', 'é', true],
  ['*x', 'xxx', true],
  ['a*b*c', 'aXbXc', true],
])('%j on %j is %j', (pattern, name, matched) => {
  expect(pathMatch(pattern, name)).toBe(matched);
});
