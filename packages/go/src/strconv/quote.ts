/** Quoting of strings and runes. Behavior: Go 1.26 strconv (quote.go). */

import { isPrint } from '../unicode/print.js';
import { decodeBytes } from '../values/bytes.js';

const plainQuotable = /^[ !#-[\]-~]*$/;
const escapes = new Map<number, string>([
  [7, '\\a'],
  [8, '\\b'],
  [12, '\\f'],
  [10, '\\n'],
  [13, '\\r'],
  [9, '\\t'],
  [11, '\\v'],
]);
const hex = (n: number, width: number): string => n.toString(16).padStart(width, '0');

/** The byte that a lone surrogate represents, or -1. */
const rawByte = (r: number): number => (r >= 0xdc80 && r <= 0xdcff ? r - 0xdc00 : -1);

function escapeRune(r: number, quote: number, asciiOnly: boolean): string {
  if (r === quote || r === 92) return `\\${String.fromCharCode(r)}`;
  if (r < 0x80 ? r >= 0x20 && r < 0x7f : !asciiOnly && isPrint(r)) return String.fromCodePoint(r);
  const short = escapes.get(r);
  if (short !== undefined) return short;
  if (r < 0x20 || r === 0x7f) return `\\x${hex(r, 2)}`;
  return r > 0xffff ? `\\U${hex(r, 8)}` : `\\u${hex(r, 4)}`;
}

function quoteWith(s: string, asciiOnly: boolean): string {
  if (plainQuotable.test(s)) return `"${s}"`;
  let out = '"';
  for (const ch of s) {
    const r = ch.codePointAt(0)!;
    const byte = rawByte(r);
    out += byte < 0 ? escapeRune(r >= 0xd800 && r <= 0xdfff ? 0xfffd : r, 34, asciiOnly) : `\\x${hex(byte, 2)}`;
  }
  return `${out}"`;
}

/** strconv.Quote. */
export const quote = (s: string): string => quoteWith(s, false);
/** strconv.QuoteToASCII. */
export const quoteToASCII = (s: string): string => quoteWith(s, true);

/** strconv.QuoteRune and, with asciiOnly, QuoteRuneToASCII. A number that is not a rune becomes U+FFFD. */
export function quoteRune(rune: number, asciiOnly = false): string {
  const valid = rune >= 0 && rune <= 0x10ffff && !(rune >= 0xd800 && rune <= 0xdfff);
  return `'${escapeRune(valid ? rune : 0xfffd, 39, asciiOnly)}'`;
}

/** strconv.CanBackquote: one line of valid UTF-8 without backquotes and without control characters except tab. */
export const canBackquote = (s: string): boolean => !/[\u0000-\u0008\u000a-\u001f`\u007f\ufeff\ud800-\udfff]/u.test(s);

const simpleEscapes = new Map<string, number>([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
]);
const hexDigits = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** The meaning of one character of a literal: a code point, or a byte (`\x80`, `\377`). */
export interface Unquoted {
  readonly value: number;
  readonly isByte: boolean;
  /** The number of code units consumed. */
  readonly length: number;
}

function unquoteDigits(s: string, i: number, digits: RegExp, length: number, base: number): Unquoted | null {
  const text = s.slice(i, i + length);
  if (text.length !== length || !digits.test(text)) return null;
  return { value: Number.parseInt(text, base), isByte: true, length };
}

/** strconv.UnquoteChar at offset `i`, in a literal delimited by `quote`; null if the syntax is invalid. */
export function unquoteChar(s: string, i: number, quote: string): Unquoted | null {
  const c = s[i];
  if (c === undefined || (c === quote && (quote === '"' || quote === "'"))) return null;
  if (c !== '\\') {
    const value = s.codePointAt(i)!;
    const byte = rawByte(value);
    return byte < 0 ? { value, isByte: false, length: value > 0xffff ? 2 : 1 } : { value: byte, isByte: true, length: 1 };
  }
  const e = s[i + 1];
  if (e === undefined) return null;
  const simple = e === quote && (e === '"' || e === "'") ? e.charCodeAt(0) : simpleEscapes.get(e);
  if (simple !== undefined) return { value: simple, isByte: false, length: 2 };
  const width = hexDigits.get(e);
  if (width !== undefined) {
    const r = unquoteDigits(s, i + 2, /^[0-9a-fA-F]+$/, width, 16);
    if (r === null || (e !== 'x' && (r.value > 0x10ffff || (r.value >= 0xd800 && r.value <= 0xdfff)))) return null;
    return { value: r.value, isByte: e === 'x', length: 2 + width };
  }
  const octal = unquoteDigits(s, i + 1, /^[0-7]+$/, 3, 8);
  return octal === null || octal.value > 255 ? null : { value: octal.value, isByte: true, length: 4 };
}

function unquoteEscapes(s: string, quote: string): string | null {
  const bytes: number[] = [];
  let out = '';
  const flush = (): void => {
    if (bytes.length > 0) out += decodeRun(bytes);
    bytes.length = 0;
  };
  for (let i = 1; i < s.length - 1; ) {
    const c = unquoteChar(s, i, quote);
    if (c === null || c.length > s.length - 1 - i) return null;
    if (c.isByte && c.value >= 0x80) bytes.push(c.value);
    else {
      flush();
      out += String.fromCodePoint(c.value);
    }
    i += c.length;
  }
  flush();
  return out;
}

const decodeRun = (bytes: readonly number[]): string => decodeBytes(Uint8Array.from(bytes));

/** strconv.Unquote of a `"..."` or backquoted literal; null if the syntax is invalid. */
export function unquote(s: string): string | null {
  const q = s[0];
  if (s.length < 2 || q !== s[s.length - 1]) return null;
  if (q === '`') {
    const body = s.slice(1, -1);
    if (body.includes('`')) return null;
    return body.includes('\r') ? body.replaceAll('\r', '') : body;
  }
  if (q !== '"' || s.includes('\n')) return null;
  if (!s.includes('\\')) return s.indexOf('"', 1) === s.length - 1 ? s.slice(1, -1) : null;
  return unquoteEscapes(s, q);
}
