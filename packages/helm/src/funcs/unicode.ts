/**
 * Go's unicode package (go1.26) on JavaScript strings: a rune is a string of one code point. Case mappings are the
 * simple ones, one rune to one rune; JavaScript's own are the full ones (`ß` to `SS`).
 */
import { isSpace as isSpaceCode } from '../gostrings.js';

const REPLACEMENT = '\ufffd';
const rawByte = /^[\udc80-\udcff]$/;
const ascii = /^[\x00-\x7f]*$/;

export const isAscii = (text: string): boolean => ascii.test(text);

/** `[]rune(text)`: bytes that are not UTF-8 become U+FFFD. */
export const runes = (text: string): string[] => Array.from(text, c => (rawByte.test(c) ? REPLACEMENT : c));

/** unicode.IsSpace. */
export const isSpace = (rune: string): boolean => isSpaceCode(rune.charCodeAt(0));
export const isUpper = (rune: string): boolean => /^\p{Lu}$/u.test(rune);
export const isLower = (rune: string): boolean => /^\p{Ll}$/u.test(rune);
export const isTitle = (rune: string): boolean => /^\p{Lt}$/u.test(rune);
export const isLetter = (rune: string): boolean => /^\p{L}$/u.test(rune);
const isDigit = (rune: string): boolean => /^\p{Nd}$/u.test(rune);
export const isNumber = (rune: string): boolean => /^\p{N}$/u.test(rune);
export const isPunct = (rune: string): boolean => /^\p{P}$/u.test(rune);

const isSingle = (text: string): boolean => text.length === 1 || (text.length === 2 && text.codePointAt(0)! > 0xffff);

/** Greek letters with iota: the full mapping is two letters, the simple one their title case form. */
function greekUpper(rune: string): string {
  const cp = rune.codePointAt(0)!;
  if (cp >= 0x1f80 && cp <= 0x1faf) return String.fromCodePoint(cp | 8);
  if (cp === 0x1fb3 || cp === 0x1fc3 || cp === 0x1ff3) return String.fromCodePoint(cp + 9);
  return rune;
}

/** unicode.ToUpper. */
export function toUpperRune(rune: string): string {
  const upper = rune.toUpperCase();
  return isSingle(upper) ? upper : greekUpper(rune);
}

/** unicode.ToLower. */
export function toLowerRune(rune: string): string {
  const lower = rune.toLowerCase();
  return isSingle(lower) ? lower : rune === '\u0130' ? 'i' : rune;
}

/** unicode.ToTitle: upper case but for the digraphs and Georgian. */
export function toTitleRune(rune: string): string {
  const cp = rune.codePointAt(0)!;
  if (cp < 0x80) return rune.toUpperCase();
  if (cp >= 0x1c4 && cp <= 0x1cc) return String.fromCodePoint(0x1c5 + 3 * Math.floor((cp - 0x1c4) / 3));
  if (cp >= 0x1f1 && cp <= 0x1f3) return '\u01f2';
  if ((cp >= 0x10d0 && cp <= 0x10fa) || (cp >= 0x10fd && cp <= 0x10ff)) return rune;
  return toUpperRune(rune);
}

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

function trimAscii(text: string, cutset: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && cutset.includes(text[start]!)) start++;
  while (end > start && cutset.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** strings.Trim: runes of `cutset` off both ends. */
export function trimRunes(text: string, cutset: string): string {
  if (text === '' || cutset === '') return text;
  if (isAscii(cutset)) return trimAscii(text, cutset);
  const set = new Set(runes(cutset));
  const all = Array.from(text);
  const inSet = (c: string): boolean => set.has(rawByte.test(c) ? REPLACEMENT : c);
  let start = 0;
  let end = all.length;
  while (start < end && inSet(all[start]!)) start++;
  while (end > start && inSet(all[end - 1]!)) end--;
  return all.slice(start, end).join('');
}
