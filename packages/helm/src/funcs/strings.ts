/** String functions of Sprig v3.3.0 (strings.go, functions.go). Lengths and offsets are bytes, as in Go. */

import { boundList, boundString } from '@mcpgw/go/bounds';
import { abbreviateFull, deleteWhiteSpace, initials, swapCase, uncapitalize, wrapCustom } from '@mcpgw/go/goutils';
import { quote as goQuote } from '@mcpgw/go/strconv';
import { title, toLower, toUpper, trimRunes, trimSpace } from '@mcpgw/go/strings';
import { runes } from '@mcpgw/go/unicode';
import { byteLength, decodeBytes, encodeString, type Func, FuncError, GoMap, typed, type Value } from '@mcpgw/go/values';
import { toKebabCase, toPascalCase, toSnakeCase } from '@mcpgw/go/xstrings';
import { aliases, func } from './define.js';
import type { FuncDeps } from './deps.js';
import { formatValue, strslice, strval } from './strval.js';

/** `text[start:end]` in bytes, within bounds. A cut through a rune keeps its bytes. */
function sliceBytes(text: string, length: number, start: number, end: number): string {
  return length === text.length ? text.slice(start, end) : decodeBytes(encodeString(text).subarray(start, end));
}

function trunc(count: bigint, text: string): string {
  const c = Number(count);
  if (c >= 0 && text.length * 3 <= c) return text;
  const length = byteLength(text);
  if (c < 0) return length + c > 0 ? sliceBytes(text, length, length + c, length) : text;
  return length > c ? sliceBytes(text, length, 0, c) : text;
}

const outOfRange = (bounds: string): FuncError => new FuncError(`runtime error: slice bounds out of range [${bounds}]`);

function substring(start: bigint, end: bigint, text: string): string {
  const length = byteLength(text);
  if (start < 0n) {
    if (end < 0n) throw outOfRange(`:${end}`);
    if (end > length) throw new FuncError(`runtime error: slice bounds out of range [:${end}] with length ${length}`);
    return sliceBytes(text, length, 0, Number(end));
  }
  const stop = end < 0n || end > length ? BigInt(length) : end;
  if (start > stop) throw outOfRange(`${start}:${stop}`);
  return sliceBytes(text, length, Number(start), Number(stop));
}

function repeat(count: bigint, text: string): string {
  if (count < 0n) throw new FuncError('strings: negative Repeat count');
  boundString('repeat', Number(count) * text.length);
  return text.repeat(Number(count));
}

function indent(spaces: bigint, text: string): string {
  const pad = repeat(spaces, ' ');
  if (!text.includes('\n')) return pad + text;
  if (pad.length > 256) boundString('indent', pad.length * text.split('\n').length);
  return pad + text.replaceAll('\n', `\n${pad}`);
}

const nindent = (spaces: bigint, text: string): string => `\n${indent(spaces, text)}`;

function replace(old: string, replacement: string, source: string): string {
  if (old !== '' && !source.includes(old)) return source;
  const parts = old === '' ? ['', ...source, ''] : source.split(old);
  boundString('replace', source.length + parts.length * replacement.length);
  return parts.join(replacement);
}

function quote(...values: Value[]): string {
  if (values.length === 1) return values[0] === null ? '' : goQuote(strval(values[0]!));
  return values
    .filter(v => v !== null)
    .map(v => goQuote(strval(v)))
    .join(' ');
}

const squote = (...values: Value[]): string =>
  values
    .filter(v => v !== null)
    .map(v => `'${formatValue(v)}'`)
    .join(' ');

const cat = (...values: Value[]): string =>
  values
    .filter(v => v !== null)
    .map(formatValue)
    .join(' ');

const isStrings = (v: Value): boolean => Array.isArray(v) && v.every(item => typeof item === 'string');

function join(separator: string, v: Value): string {
  const items = (isStrings(v) ? v : strslice(v)) as string[];
  boundString('join', items.length * separator.length);
  return items.join(separator);
}

/** strings.Split: an empty separator splits after each rune. */
function splitAll(text: string, separator: string): string[] {
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  boundList('split', parts.length);
  return parts;
}

/** strings.SplitN: at most `n` parts, the last of which holds the rest; none for 0, all for a negative `n`. */
function splitAtMost(text: string, separator: string, n: bigint): string[] {
  if (n === 0n) return [];
  const parts = splitAll(text, separator);
  if (n < 0n || parts.length <= n) return parts;
  const keep = Number(n) - 1;
  return [...parts.slice(0, keep), parts.slice(keep).join(separator)];
}

function numbered(parts: readonly string[]): GoMap {
  const map = new GoMap(parts.map((part, i) => [`_${i}`, part]));
  map.goType = 'map[string]string';
  return map;
}

function wrapWith(width: bigint, separator: string, text: string): string {
  boundString('wrapWith', separator.length * (text.length / Math.max(Number(width), 1)));
  return wrapCustom(text, Number(width), separator, true);
}

function abbrevboth(left: bigint, right: bigint, text: string): string {
  if (right < 4n || (left > 0n && right < 7n)) return text;
  return abbreviateFull(text, Number(left), Number(right));
}

const trimSuffix = (suffix: string, text: string): string =>
  suffix !== '' && text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;

const trimPrefix = (prefix: string, text: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text);

export const stringFuncs: readonly Func[] = [
  func('abbrev', ['int', 'string'], 'string', (width: bigint, text: string) =>
    width < 4n ? text : abbreviateFull(text, 0, Number(width)),
  ),
  func('abbrevboth', ['int', 'int', 'string'], 'string', abbrevboth),
  func('trunc', ['int', 'string'], 'string', trunc),
  func('trim', ['string'], 'string', trimSpace),
  func('upper', ['string'], 'string', toUpper),
  func('lower', ['string'], 'string', toLower),
  func('title', ['string'], 'string', title),
  func('untitle', ['string'], 'string', uncapitalize),
  func('substr', ['int', 'int', 'string'], 'string', substring),
  func('repeat', ['int', 'string'], 'string', repeat),
  ...aliases(['trimall', 'trimAll'], ['string', 'string'], 'string', (cutset: string, text: string) => trimRunes(text, cutset)),
  func('trimSuffix', ['string', 'string'], 'string', trimSuffix),
  func('trimPrefix', ['string', 'string'], 'string', trimPrefix),
  func('nospace', ['string'], 'string', deleteWhiteSpace),
  func('initials', ['string'], 'string', initials),
  func('swapcase', ['string'], 'string', swapCase),
  func('snakecase', ['string'], 'string', toSnakeCase),
  func('camelcase', ['string'], 'string', toPascalCase),
  func('kebabcase', ['string'], 'string', toKebabCase),
  func('wrap', ['int', 'string'], 'string', (width: bigint, text: string) => wrapCustom(text, Number(width), '', false)),
  func('wrapWith', ['int', 'string', 'string'], 'string', wrapWith),
  func('contains', ['string', 'string'], 'bool', (part: string, text: string) => text.includes(part)),
  func('hasPrefix', ['string', 'string'], 'bool', (prefix: string, text: string) => text.startsWith(prefix)),
  func('hasSuffix', ['string', 'string'], 'bool', (suffix: string, text: string) => text.endsWith(suffix)),
  func('quote', [], 'string', quote, 'any'),
  func('squote', [], 'string', squote, 'any'),
  func('cat', [], 'string', cat, 'any'),
  func('indent', ['int', 'string'], 'string', indent),
  func('nindent', ['int', 'string'], 'string', nindent),
  func('replace', ['string', 'string', 'string'], 'string', replace),
  func('plural', ['string', 'string', 'int'], 'string', (one: string, many: string, count: bigint) => (count === 1n ? one : many)),
  func('join', ['string', 'any'], 'string', join),
  func('split', ['string', 'string'], 'map[string]string', (separator: string, text: string) => numbered(splitAll(text, separator))),
  func('splitn', ['string', 'int', 'string'], 'map[string]string', (separator: string, n: bigint, text: string) =>
    numbered(splitAtMost(text, separator, n)),
  ),
  func('splitList', ['string', 'string'], '[]string', (separator: string, text: string) => typed(splitAll(text, separator), '[]string')),
];

/** A number below `bound` from six random bytes. */
const randomBelow = (bytes: Uint8Array, at: number, bound: number): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at * 6, 6).readUIntBE(0, 6) % bound;

/** `shuffle`: the runes of a string in random order (xstrings.Shuffle). */
export function shuffleFunc(deps: FuncDeps): Func {
  return func('shuffle', ['string'], 'string', (text: string) => {
    const all = runes(text);
    const bytes = deps.randomBytes(all.length * 6);
    for (let i = all.length - 1; i > 0; i--) {
      const other = randomBelow(bytes, i, i + 1);
      [all[i], all[other]] = [all[other]!, all[i]!];
    }
    return all.join('');
  });
}
