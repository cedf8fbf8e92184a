import { abbreviateFull, deleteWhiteSpace, initials, swapCase, uncapitalize, wrapCustom } from './goutils.js';

test.each<[string, number, number, string]>([
  ['1234 5678 9123', 5, 10, '...5678...'],
  ['1234 5678 9123', 5, 7, '...5...'],
  ['1234 5678 9123', 100, 8, '... 9123'],
  ['hello world', 0, 8, 'hello...'],
  ['hello', 0, 3, ''],
  ['hello', -3, 4, 'h...'],
])('abbreviateFull(%j, %i, %i)', (text, offset, width, expected) => {
  expect(abbreviateFull(text, offset, width)).toBe(expected);
});

test.each<[string, number, string, boolean, string]>([
  ['Hello World this is longish-word', 5, '', false, 'Hello\nWorld\nthis\nis\nlongish-word'],
  ['Hello World thisislong', 5, '|', true, 'Hello|World|thisi|slong'],
  ['  leading   spaces', 5, '', false, 'leading\nspaces'],
  ['ab cd', -5, '', false, 'ab\ncd'],
  ['', 5, '', true, ''],
])('wrapCustom(%j, %i)', (text, width, newLine, long, expected) => {
  expect(wrapCustom(text, width, newLine, long)).toBe(expected);
});

test('words are separated by Unicode white space, and bytes are used where Go uses bytes', () => {
  expect(uncapitalize('Hello\u2003World É')).toBe('hello\u2003world é');
  expect(swapCase('hELLO ǅx ßa 1a')).toBe('Hello ǆX ßA 1A');
  expect(initials(' foo\tbar  é')).toBe('fbÃ');
  expect(deleteWhiteSpace('à')).toBe('Ã');
  expect(deleteWhiteSpace('éa')).toBe('éa');
});
