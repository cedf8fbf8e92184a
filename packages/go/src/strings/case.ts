/** Letter case as Go's package strings maps it. */
import { isAscii, isDigit, isLetter, isSpace, runes, toLowerRune, toTitleRune, toUpperRune } from '../unicode/unicode.js';

/** strings.ToUpper. */
export const toUpper = (text: string): string => (isAscii(text) ? text.toUpperCase() : runes(text).map(toUpperRune).join(''));

/** strings.ToLower. */
export const toLower = (text: string): string => (isAscii(text) ? text.toLowerCase() : runes(text).map(toLowerRune).join(''));

function isSeparator(rune: string): boolean {
  if (rune <= '\x7f') return !/^\w$/.test(rune);
  return !isLetter(rune) && !isDigit(rune) && isSpace(rune);
}

/** strings.Title: the first letter of each word in title case. */
export function title(text: string): string {
  let previous = ' ';
  let out = '';
  for (const rune of runes(text)) {
    out += isSeparator(previous) ? toTitleRune(rune) : rune;
    previous = rune;
  }
  return out;
}
