import { lookAlike } from './look-alike.js';

it.each<[string, string | undefined]>([
  ['add', undefined],
  ['create_issue-2', undefined],
  ['größe', undefined],
  ['добавить', undefined],
  ['追加する', undefined],
  ['\u0430dd', 'its name mixes letters of several scripts: Latin, Cyrillic'],
  ['l\u03bfgin', 'its name mixes letters of several scripts: Latin, Greek'],
  ['add追', 'its name mixes letters of several scripts: Latin, Han'],
  ['\u0441\u0430\u0440', 'its name looks like Latin letters and is Cyrillic'],
  ['\uff41dd', 'its name has letters that only look like those of ASCII'],
  ['\ufb01nd', 'its name has letters that only look like those of ASCII'],
  ['add\u00b2', 'its name has letters that only look like those of ASCII'],
  ['caf\u00e9', undefined],
  ['cafe\u0301', 'its name is another way to write caf\u00e9'],
  ['\u{1d41a}dd', 'its name has letters that only look like those of ASCII'],
])('%s', (name, said) => {
  expect(lookAlike(name)).toBe(said);
});
