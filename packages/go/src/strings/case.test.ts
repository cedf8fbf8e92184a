import { toTitleRune } from '../unicode/unicode.js';
import { title, toLower, toUpper } from './case.js';
import { trimRunes } from './strings.js';

test.each<[string, string, string, string]>([
  ['straße', 'STRAßE', 'straße', 'Straße'],
  ['ŉ ᾳ ᾀ ﬁ', 'ŉ ᾼ ᾈ ﬁ', 'ŉ ᾳ ᾀ ﬁ', 'ŉ ᾼ ᾈ ﬁ'],
  ['İΣ', 'İΣ', 'iσ', 'İΣ'],
  ['ǆ ა', 'Ǆ Ა', 'ǆ ა', 'ǅ ა'],
  ["o'neil foo_bar 1a-b", "O'NEIL FOO_BAR 1A-B", "o'neil foo_bar 1a-b", "O'Neil Foo_bar 1a-B"],
  ['\udcff', '\ufffd', '\ufffd', '\ufffd'],
])('%s: one rune to one rune', (text, upper, lower, titled) => {
  expect([toUpper(text), toLower(text), title(text)]).toEqual([upper, lower, titled]);
});

test('title case of digraphs', () => {
  expect(['Ǆ', 'ǅ', 'ǆ', 'Ǉ', 'ǌ', 'Ǳ', 'ǳ'].map(toTitleRune)).toEqual(['ǅ', 'ǅ', 'ǅ', 'ǈ', 'ǋ', 'ǲ', 'ǲ']);
});

test('trimRunes works on runes, not units or bytes', () => {
  expect(trimRunes('😀é x é😀', 'é😀')).toBe(' x ');
  expect(trimRunes('\udcffx\udcfe', '\udcfd')).toBe('x');
  expect(trimRunes('aaa', 'a')).toBe('');
  expect(trimRunes('-.é.x😀--', '.-')).toBe('é.x😀');
  expect(trimRunes('\udcff-x-\udcff', '-')).toBe('\udcff-x-\udcff');
});
