import { ToolNames } from './tool-names.js';

test('the first tools of each server have names, up to the limit, and keep them', () => {
  let limit = 2;
  const names = new ToolNames(() => limit);
  expect(['a', 'b', 'c', 'a'].map(tool => names.label('s', tool))).toEqual(['a', 'b', 'other', 'a']);
  expect(names.label('t', 'c')).toBe('c');
  limit = 0;
  expect(['a', 'c'].map(tool => names.label('s', tool))).toEqual(['a', 'other']);
});

test('tools that do not exist have no names, and take none', () => {
  const names = new ToolNames(() => 1);
  expect([names.label(undefined, 'x'), names.label('s', undefined), names.label('s', 'real')]).toEqual(['other', 'other', 'real']);
});

test('names that would become the same text are one series', () => {
  const names = new ToolNames(() => 10);
  expect(names.label('s', 'a\ud800')).toBe(names.label('s', 'a\udbff'));
  expect(names.label('s', 'x'.repeat(500))).toBe(`${'x'.repeat(100)}…`);
});
