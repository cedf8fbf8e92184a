import { diffLines } from './page.js';

test('the names of the sides of a difference are no changes, and a removed line that looks like one is', () => {
  expect(diffLines('--- expected.yaml\n+++ rendered\n@@ -1 +1 @@\n--- a\n+b\n! c: 1\n').map(({ kind, text }) => `${kind} ${text}`)).toEqual(
    ['same --- expected.yaml', 'same +++ rendered', 'same @@ -1 +1 @@', 'remove --- a', 'add +b', 'change ~ c: 1'],
  );
});
