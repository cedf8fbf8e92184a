import { isPortable, portableProblem } from './portable.js';

it.each([
  ['', 'is empty'],
  ['issues.list', 'contains other characters than letters, digits, "_" and "-", which many clients refuse'],
  ['a b', 'contains other characters than letters, digits, "_" and "-", which many clients refuse'],
  ['caf\u00e9', 'contains other characters than letters, digits, "_" and "-", which many clients refuse'],
  ['2d', 'begins with a digit or "-", and some models accept only a letter or "_" there'],
  ['-d', 'begins with a digit or "-", and some models accept only a letter or "_" there'],
  ['x'.repeat(65), 'has 65 characters, and many clients accept 64'],
  ['x'.repeat(64), undefined],
  ['_', undefined],
  ['a-B_9', undefined],
])('%j %s', (name, problem) => {
  expect(portableProblem(name)).toBe(problem);
  expect(isPortable(name)).toBe(problem === undefined);
});

it('a limit of its own holds for the length alone', () => {
  expect([isPortable('x'.repeat(65), 128), isPortable('x'.repeat(33), 32), isPortable('x.y', 128)]).toEqual([true, false, false]);
});
