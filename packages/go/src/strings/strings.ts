/** Functions of Go's package strings that differ from JavaScript's functions of the same name. */
import { isAscii, isSpaceCode, REPLACEMENT, rawByte, runes } from '../unicode/unicode.js';

function firstNonSpace(text: string): number {
  let start = 0;
  while (start < text.length && isSpaceCode(text.charCodeAt(start))) start++;
  return start;
}

/** strings.TrimLeftFunc(text, unicode.IsSpace). */
export const trimLeft = (text: string): string => text.slice(firstNonSpace(text));

/** strings.TrimSpace. */
export function trimSpace(text: string): string {
  const start = firstNonSpace(text);
  let end = text.length;
  while (end > start && isSpaceCode(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** strings.TrimSpace(text) == "". */
export const isBlank = (text: string): boolean => firstNonSpace(text) === text.length;

function trimAscii(text: string, cutset: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && cutset.includes(text[start]!)) start++;
  while (end > start && cutset.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** strings.Trim: removes the runes of `cutset` from both ends. */
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
