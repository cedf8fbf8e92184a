/**
 * Values of TOML scalars. Behavior and messages: github.com/BurntSushi/toml v1.6.0 parse.go.
 * Functions throw a plain message; the parser adds the line and the key.
 */

import { NumError, parseFloat64, parseInt64 } from '../strconv/number.js';
import { quote } from '../strconv/quote.js';
import { fixedZone, type Location, utc } from '../time/location.js';
import { parseInLocation } from '../time/time.js';
import { int64, type Value } from '../values/value.js';
import { type Item, isDigit, isHex } from './lex.js';

/** The zone of times without a zone: Go's time.Local, and its current offset from UTC in seconds. */
export interface LocalZone {
  readonly location: Location;
  readonly offset: number;
}

/** UTC, for callers without a local zone. */
export const utcZone: LocalZone = { location: utc, offset: 0 };

/** A scalar that is well-formed but has no value. */
export class ScalarError extends Error {}

const specialFloats = new Set(['nan', '+nan', '-nan', 'inf', '-inf', '+inf']);

/** Whether each underscore is between two digits. */
function underscoresOk(text: string): boolean {
  if (specialFloats.has(text)) return true;
  let accept = false;
  for (const char of text) {
    if (char === '_' && !accept) return false;
    accept = isHex(char.codePointAt(0)!);
  }
  return accept;
}

const hasLeadingZero = (text: string): boolean => /^(?:0(?![box]).|[-+]0.)/s.test(text);

function periodsOk(text: string): boolean {
  for (let i = text.indexOf('.'); i >= 0; i = text.indexOf('.', i + 1)) if (!isDigit(text.charCodeAt(i + 1))) return false;
  return true;
}

function inRange<T>(text: string, size: string, parse: () => T, otherwise: string): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof NumError)) throw error;
    throw new ScalarError(error.reason === 'range' ? `${text} is out of range for ${size}` : otherwise);
  }
}

function integerValue(text: string): Value {
  if (!underscoresOk(text)) throw new ScalarError(`Invalid integer ${quote(text)}: underscores must be surrounded by digits`);
  if (hasLeadingZero(text)) throw new ScalarError(`Invalid integer ${quote(text)}: cannot have leading zeroes`);
  return int64(inRange(text, 'int64', () => parseInt64(text, 0), `Invalid integer ${quote(text)}`));
}

function floatValue(text: string): Value {
  const parts = text.split(/[.eE]/).filter(part => part !== '');
  if (!parts.every(underscoresOk)) throw new ScalarError(`Invalid float ${quote(text)}: underscores must be surrounded by digits`);
  if (parts.length > 0 && hasLeadingZero(parts[0]!)) throw new ScalarError(`Invalid float ${quote(text)}: cannot have leading zeroes`);
  if (!periodsOk(text)) throw new ScalarError(`Invalid float ${quote(text)}: '.' must be followed by one or more digits`);
  const plain = text.replaceAll('_', '').replace(/^[-+]nan$/, 'nan');
  return inRange(text, 'float64', () => parseFloat64(plain), `Invalid float value: ${quote(text)}`);
}

const layouts = [
  ['2006-01-02T15:04:05.999999999Z07:00', ''],
  ['2006-01-02T15:04:05.999999999', 'datetime-local'],
  ['2006-01-02', 'date-local'],
  ['15:04:05.999999999', 'time-local'],
  ['2006-01-02T15:04Z07:00', ''],
  ['2006-01-02T15:04', 'datetime-local'],
  ['15:04', 'time-local'],
] as const;

/** Go's time.Parse accepts numbers without leading zeros. The separators are then at other positions than in the layout. */
function missingLeadingZero(text: string, layout: string): boolean {
  for (let i = 0; i < layout.length; i++) {
    const char = layout[i]!;
    if (char === '.' || char === 'Z') return false;
    if (!isDigit(layout.charCodeAt(i)) && text[i] !== char) return true;
  }
  return false;
}

function datetimeValue(original: string, zone: LocalZone): Value {
  const text = original.replaceAll('z', 'Z').replaceAll(/[t ]/g, 'T');
  for (const [layout, name] of layouts) {
    const location = name === '' ? zone.location : fixedZone(name, zone.offset);
    let value: Value;
    try {
      value = parseInLocation(layout, text, location);
    } catch {
      continue;
    }
    if (missingLeadingZero(text, layout)) break;
    return value;
  }
  throw new ScalarError(`invalid datetime: ${quote(text)}`);
}

const stripFirstNewline = (text: string): string => text.replace(/^\r?\n/, '');

/** Removes each backslash at the end of a line, with all white space up to the next character. */
const stripEscapedNewlines = (text: string): string =>
  text.replace(/\\(?:\\|[ \t\r]*\n[ \t\r\n]*)/g, match => (match === '\\\\' ? match : ''));

const simpleEscapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' };

function replaceEscapes(text: string): string {
  return text.replace(/\\(?:x(..)|u(....)|U(.{8})|(.))/gs, (_, x?: string, u?: string, long?: string, simple?: string) => {
    const hex = x ?? u ?? long;
    if (hex === undefined) {
      if (simple === ' ' || simple === '\t') throw new ScalarError(`invalid escape: '\\${simple}'`);
      return simpleEscapes[simple!]!;
    }
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new ScalarError(`Escaped character '\\u${hex}' is not valid UTF-8.`);
    return String.fromCodePoint(code);
  });
}

/** The text of a string item. */
export function stringValue({ type, text }: Item): string {
  if (type === 'escaped') return replaceEscapes(text);
  if (type === 'multiline') return replaceEscapes(stripEscapedNewlines(stripFirstNewline(text)));
  return type === 'rawMultiline' ? stripFirstNewline(text) : text;
}

/**
 * The value of a scalar: string, bool, int64, float64 or time.Time.
 *
 * @throws ScalarError if a well-formed scalar has no value
 */
export function scalarValue(item: Item, zone: LocalZone): Value {
  switch (item.type) {
    case 'integer':
      return integerValue(item.text);
    case 'float':
      return floatValue(item.text);
    case 'bool':
      return item.text === 'true';
    case 'datetime':
      return datetimeValue(item.text, zone);
    default:
      return stringValue(item);
  }
}
