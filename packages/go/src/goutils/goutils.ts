/** Masterminds/goutils v1.1.1: word functions. Functions that index bytes in Go index bytes here. */

import { isAscii, isLower, isSpace, isTitle, isUpper, runes, toLowerRune, toTitleRune, toUpperRune } from '../unicode/unicode.js';
import { decodeBytes, encodeString } from '../values/bytes.js';

/** The bytes of a Go string as a string with one unit (U+0000 - U+00FF) for each byte. */
const toUnits = (text: string): string => (isAscii(text) ? text : Buffer.from(encodeString(text)).toString('latin1'));

/** The Go string whose bytes are the units of `units`. */
const fromUnits = (units: string): string => (isAscii(units) ? units : decodeBytes(Buffer.from(units, 'latin1')));

/** goutils.Abbreviate and AbbreviateFull on bytes, with their errors converted to `''` as Sprig does. `text` consists of such units. */
function abbreviateUnits(text: string, offset: number, maxWidth: number): string {
  if (text === '' || maxWidth < 4) return '';
  if (text.length <= maxWidth) return text;
  let from = Math.min(offset, text.length);
  if (text.length - from < maxWidth - 3) from = text.length - (maxWidth - 3);
  if (from <= 4) return `${text.slice(0, maxWidth - 3)}...`;
  if (maxWidth < 7) return '';
  if (from + maxWidth - 3 < text.length) return `...${abbreviateUnits(text.slice(from), 0, maxWidth - 3)}`;
  return `...${text.slice(text.length - (maxWidth - 3))}`;
}

/** The first `maxWidth` bytes from `offset` on, with `...` in place of omitted text. */
export const abbreviateFull = (text: string, offset: number, maxWidth: number): string =>
  fromUnits(abbreviateUnits(toUnits(text), offset, maxWidth));

/** The end of the line that starts at `offset`, and the start of the next line. */
function lineBreak(text: string, offset: number, width: number, wrapLongWords: boolean): readonly [end: number, next: number] {
  const space = text.slice(offset, offset + width + 1).lastIndexOf(' ');
  if (space >= 0) return [offset + space, offset + space + 1];
  if (wrapLongWords) return [offset + width, offset + width];
  const next = text.indexOf(' ', offset + width);
  return next === -1 ? [text.length, -1] : [next, next + 1];
}

/** goutils.WrapCustom: lines of at most `wrapLength` bytes, broken at spaces. An empty `newLine` means `\n`. */
export function wrapCustom(source: string, wrapLength: number, newLine: string, wrapLongWords: boolean): string {
  const text = toUnits(source);
  const width = Math.max(wrapLength, 1);
  const separator = newLine === '' ? '\n' : newLine;
  const lines: string[] = [];
  let offset = 0;
  while (text.length - offset > width) {
    if (text[offset] === ' ') {
      offset++;
      continue;
    }
    const [end, next] = lineBreak(text, offset, width, wrapLongWords);
    lines.push(text.slice(offset, end));
    if (next === -1) return lines.map(fromUnits).join(separator);
    offset = next;
  }
  return [...lines, text.slice(offset)].map(fromUnits).join(separator);
}

/** goutils.Uncapitalize: converts the first letter of each word to lower case. */
export function uncapitalize(text: string): string {
  let out = '';
  let atStart = true;
  for (const rune of runes(text)) {
    out += atStart ? toLowerRune(rune) : rune;
    atStart = isSpace(rune);
  }
  return out;
}

/** goutils.SwapCase: converts upper case to lower case, and lower case to upper case, or to title case at the start of a word. */
export function swapCase(text: string): string {
  let out = '';
  let whitespace = true;
  for (const rune of runes(text)) {
    if (isUpper(rune) || isTitle(rune)) {
      out += toLowerRune(rune);
      whitespace = false;
    } else if (isLower(rune)) {
      out += whitespace ? toTitleRune(rune) : toUpperRune(rune);
      whitespace = false;
    } else {
      out += rune;
      whitespace = isSpace(rune);
    }
  }
  return out;
}

/** goutils.Initials: the first byte of each word, with each byte read as a rune. */
export function initials(text: string): string {
  let out = '';
  let afterGap = true;
  for (const unit of toUnits(text)) {
    const gap = isSpace(unit);
    if (!gap && afterGap) out += unit;
    afterGap = gap;
  }
  return out;
}

/** goutils.DeleteWhiteSpace: if there is any, every other byte is returned as a rune. */
export function deleteWhiteSpace(text: string): string {
  const units = toUnits(text);
  const kept = Array.from(units).filter(unit => !isSpace(unit));
  return kept.length === units.length ? text : kept.join('');
}
