/**
 * Go's unicode package (go1.26) on JavaScript strings: a rune is a string of one code point. Case mappings are the simple ones, one rune to
 * one rune. JavaScript uses the full ones (`ß` to `SS`).
 */

/** unicode.ReplacementChar, U+FFFD. */
export const REPLACEMENT = '\ufffd';
/** A byte that is not UTF-8, as a string represents it. */
export const rawByte = /^[\udc80-\udcff]$/;
const ascii = /^[\x00-\x7f]*$/;

/** Whether a text is ASCII only. */
export const isAscii = (text: string): boolean => ascii.test(text);

/** `[]rune(text)`: bytes that are not UTF-8 become U+FFFD. */
export const runes = (text: string): string[] => Array.from(text, c => (rawByte.test(c) ? REPLACEMENT : c));

/** unicode.IsSpace of a code unit. */
export function isSpaceCode(code: number): boolean {
  if (code <= 0xff) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** unicode.IsSpace. */
export const isSpace = (rune: string): boolean => isSpaceCode(rune.charCodeAt(0));
/** unicode.IsUpper. */
export const isUpper = (rune: string): boolean => /^\p{Lu}$/u.test(rune);
/** unicode.IsLower. */
export const isLower = (rune: string): boolean => /^\p{Ll}$/u.test(rune);
/** unicode.IsTitle. */
export const isTitle = (rune: string): boolean => /^\p{Lt}$/u.test(rune);
/** unicode.IsLetter. */
export const isLetter = (rune: string): boolean => /^\p{L}$/u.test(rune);
/** unicode.IsDigit. */
export const isDigit = (rune: string): boolean => /^\p{Nd}$/u.test(rune);
/** unicode.IsNumber. */
export const isNumber = (rune: string): boolean => /^\p{N}$/u.test(rune);
/** unicode.IsPunct. */
export const isPunct = (rune: string): boolean => /^\p{P}$/u.test(rune);

const isSingle = (text: string): boolean => text.length === 1 || (text.length === 2 && text.codePointAt(0)! > 0xffff);

/** Greek letters with iota: the full mapping has two letters, and the simple one is their title case form. */
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

/** unicode.ToTitle: upper case except for the digraphs and Georgian. */
export function toTitleRune(rune: string): string {
  const cp = rune.codePointAt(0)!;
  if (cp < 0x80) return rune.toUpperCase();
  if (cp >= 0x1c4 && cp <= 0x1cc) return String.fromCodePoint(0x1c5 + 3 * Math.floor((cp - 0x1c4) / 3));
  if (cp >= 0x1f1 && cp <= 0x1f3) return '\u01f2';
  if ((cp >= 0x10d0 && cp <= 0x10fa) || (cp >= 0x10fd && cp <= 0x10ff)) return rune;
  return toUpperRune(rune);
}
