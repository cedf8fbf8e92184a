/** Resolves scalars to typed values by YAML 1.1 as goyaml implements it. Behavior: go.yaml.in/yaml/v2 v2.4.3 resolve.go. */
import { YamlError } from './error.js';

/** Integers within int64 and uint64 are bigints; floats are numbers. */
export type Scalar = null | boolean | bigint | number | string;

/** A resolved scalar. */
export interface ResolvedScalar {
  /** The short form, such as `!!int`. */
  readonly tag: string;
  readonly value: Scalar;
}

const longTagPrefix = 'tag:yaml.org,2002:';
/** Shortens the tags of YAML to the form `!!int`. Other tags are unchanged. */
export const shortTag = (tag: string): string => (tag.startsWith(longTagPrefix) ? `!!${tag.slice(longTagPrefix.length)}` : tag);

const resolvableTags = new Set(['', '!!str', '!!bool', '!!int', '!!float', '!!null', '!!timestamp']);

const words = new Map<string, ResolvedScalar>();
function addWords(tag: string, value: Scalar, list: string): void {
  for (const word of list.split(' ')) words.set(word, { tag, value });
}
addWords('!!bool', true, 'y Y yes Yes YES true True TRUE on On ON');
addWords('!!bool', false, 'n N no No NO false False FALSE off Off OFF');
addWords('!!null', null, ' ~ null Null NULL');
addWords('!!float', Number.NaN, '.nan .NaN .NAN');
addWords('!!float', Number.POSITIVE_INFINITY, '.inf .Inf .INF +.inf +.Inf +.INF');
addWords('!!float', Number.NEGATIVE_INFINITY, '-.inf -.Inf -.INF');
addWords('!!merge', '<<', '<<');

const OTHER = 0;
const WORD = 1;
const DOT = 2;
const NUMBER = 3;

/** The possible types of a plain scalar, by its first character. */
const hints = new Uint8Array(128);
for (const char of 'yYnNtTfFoO~') hints[char.charCodeAt(0)] = WORD;
for (const char of '0123456789+-') hints[char.charCodeAt(0)] = NUMBER;
hints[46] = DOT;

function hintOf(text: string): number {
  if (text === '') return WORD;
  const c = text.charCodeAt(0);
  return c < 128 ? hints[c]! : OTHER;
}

const integer = /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)$/;
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const dotFloat = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
const signedBinary = /^0b([+-])([01]+)$/;
const maxInt64 = 2n ** 63n - 1n;
const maxUint64 = 2n ** 64n - 1n;

/** strconv.ParseInt(text, 0, 64), or else ParseUint; undefined if both fail. */
function parseInteger(text: string): bigint | undefined {
  const match = integer.exec(text);
  if (match === null) return undefined;
  const digits = match[2]!;
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits.toLowerCase());
  if (match[1] === '-') return magnitude <= maxInt64 + 1n ? -magnitude : undefined;
  return magnitude <= (match[1] === '+' ? maxInt64 : maxUint64) ? magnitude : undefined;
}

function parseFloat64(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function resolveNumber(tag: string, text: string): ResolvedScalar | undefined {
  if ((tag === '' || tag === '!!timestamp') && isTimestamp(text)) return { tag: '!!timestamp', value: text };
  const plain = text.replaceAll('_', '');
  const whole = parseInteger(plain);
  if (whole !== undefined) return { tag: '!!int', value: whole };
  const value = float.test(plain) ? parseFloat64(plain) : undefined;
  if (value !== undefined) return { tag: '!!float', value };
  const binary = signedBinary.exec(plain);
  const magnitude = binary === null ? undefined : BigInt(`0b${binary[2]}`);
  if (magnitude === undefined || magnitude > maxInt64) return undefined;
  return { tag: '!!int', value: binary![1] === '-' ? -magnitude : magnitude };
}

function resolveUntagged(tag: string, text: string): ResolvedScalar {
  const hint = hintOf(text);
  const word = hint === OTHER && text !== '<<' ? undefined : words.get(text);
  if (word !== undefined && hint !== OTHER) return word;
  if (hint === DOT && dotFloat.test(text)) {
    const value = parseFloat64(text.replaceAll('_', ''));
    if (value !== undefined) return { tag: '!!float', value };
  }
  return (hint === NUMBER ? resolveNumber(tag, text) : undefined) ?? { tag: '!!str', value: text };
}

/**
 * Resolves a scalar with an explicit short tag, or a plain one with the tag ''.
 *
 * @throws YamlError if the text does not fit the tag
 */
export function resolve(tag: string, text: string): ResolvedScalar {
  if (!resolvableTags.has(tag)) return { tag, value: text };
  if (tag === '!!str') return { tag, value: text };
  const found = resolveUntagged(tag, text);
  if (tag === '' || tag === found.tag) return found;
  if (tag === '!!float' && typeof found.value === 'bigint' && found.value <= maxInt64) return { tag, value: Number(found.value) };
  throw new YamlError(`yaml: cannot decode ${found.tag} \`${text}\` as a ${tag}`);
}

/** Whether a plain scalar that starts with this character can only be a string. */
export const startsPlainString = (code: number): boolean => code >= 128 || hints[code] === OTHER;

/** Whether the text of a plain scalar can only be a string. */
export const isPlainString = (text: string): boolean => hintOf(text) === OTHER;

const timestamp = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]| +)(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether the text has one of the four layouts of parseTimestamp, with the ranges that Go's time.Parse checks. */
function isTimestamp(text: string): boolean {
  if (text.charCodeAt(4) !== 45) return false;
  const match = timestamp.exec(text);
  if (match === null) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (match[4] === undefined) return true;
  const zone = match[7];
  if (/[Tt]/.test(text) ? zone === undefined : zone !== undefined) return false;
  return hour < 24 && minute < 60 && second < 60 && isZone(zone);
}

function isZone(zone: string | undefined): boolean {
  return zone === undefined || zone === 'Z' || (Number(zone.slice(1, 3)) <= 24 && Number(zone.slice(4)) <= 60);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
