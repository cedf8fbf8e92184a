/** Masterminds/goutils v1.1.1: word functions. Those that index bytes in Go index bytes here. */

import { isAscii, isLower, isSpace, isTitle, isUpper, runes, toLowerRune, toTitleRune, toUpperRune } from '../unicode/unicode.js';
import { decodeBytes, encodeString } from '../values/bytes.js';

/** The bytes of a Go string as a string with one unit (U+0000 - U+00FF) a byte. */
const toUnits = (text: string): string => (isAscii(text) ? text : Buffer.from(encodeString(text)).toString('latin1'));

/** The Go string whose bytes are the units of `units`. */
const fromUnits = (units: string): string => (isAscii(units) ? units : decodeBytes(Buffer.from(units, 'latin1')));

/** goutils.Abbreviate and AbbreviateFull on bytes, with their errors turned into `''` as Sprig does. `text` is units. */
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

/** The first `maxWidth` bytes from `offset` on, with `...` for what is left out. */
export const abbreviateFull = (text: string, offset: number, maxWidth: number): string =>
  fromUnits(abbreviateUnits(toUnits(text), offset, maxWidth));

/** Where the line that starts at `offset` ends and the next one starts. */
function lineBreak(text: string, offset: number, width: number, wrapLongWords: boolean): readonly [end: number, next: number] {
  const space = text.slice(offset, offset + width + 1).lastIndexOf(' ');
  if (space >= 0) return [offset + space, offset + space + 1];
  if (wrapLongWords) return [offset + width, offset + width];
  const next = text.indexOf(' ', offset + width);
  return next === -1 ? [text.length, -1] : [next, next + 1];
}

/** goutils.WrapCustom: lines of at most `wrapLength` bytes, broken at spaces; `newLine` is `\n` when empty. */
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

/** goutils.Uncapitalize: the first letter of each word in lower case. */
export function uncapitalize(text: string): string {
  let out = '';
  let atStart = true;
  for (const rune of runes(text)) {
    out += atStart ? toLowerRune(rune) : rune;
    atStart = isSpace(rune);
  }
  return out;
}

/** goutils.SwapCase: upper to lower; lower to upper, or to title case at the start of a word. */
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

/** goutils.Initials: the first byte of each word, each byte read as a rune of its own. */
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

/** goutils.DeleteWhiteSpace: when there is any, the other bytes come back each as a rune of its own. */
export function deleteWhiteSpace(text: string): string {
  const units = toUnits(text);
  const kept = Array.from(units).filter(unit => !isSpace(unit));
  return kept.length === units.length ? text : kept.join('');
}
