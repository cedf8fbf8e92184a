/**
 * Decodes JSON to values without recursion: nesting is bounded by encoding/json's own limit.
 * Behavior and messages: Go 1.26 encoding/json scanner.go and decode.go (into interface{}).
 */

import { quote } from '../strconv/quote.js';
import { encodeString } from '../values/bytes.js';
import { GoMap, nilMap, nilSlice, type Value } from '../values/value.js';

import { JsonError } from './error.js';

const maxNestingDepth = 10000;
const shortEscapes = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '\\': '\\', '/': '/', '"': '"' }));
const literals = new Map<string, null | boolean>(Object.entries({ null: null, true: true, false: false }));

interface Container {
  readonly map: GoMap | undefined;
  readonly list: Value[] | undefined;
  key: string;
}

/** Contexts in which Go reports the end of its input as an unexpected space. */
const wantsMore = /^in (?!string literal)|^after decimal/;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

class Decoder {
  readonly #text: string;
  #pos = 0;
  readonly #open: Container[] = [];
  /** The first number that no float64 can represent. */
  badNumber: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Value {
    let value = this.#value();
    for (;;) {
      const top = this.#open.at(-1);
      if (value === undefined) {
        value = this.#value();
        continue;
      }
      if (top === undefined) break;
      if (top.list !== undefined) top.list.push(value);
      else top.map!.set(top.key, value);
      value = this.#afterElement(top);
    }
    this.#skipSpace();
    if (this.#pos < this.#text.length) this.#unexpected('after top-level value');
    return value;
  }

  #skipSpace(): void {
    let c = this.#text.charCodeAt(this.#pos);
    while (c === 32 || c === 10 || c === 13 || c === 9) c = this.#text.charCodeAt(++this.#pos);
  }

  /** Reports the character at the position, as one byte like Go. @throws JsonError */
  #unexpected(context: string): never {
    if (this.#pos >= this.#text.length)
      throw new JsonError(wantsMore.test(context) ? `invalid character ' ' ${context}` : 'unexpected end of JSON input');
    const byte = String.fromCharCode(encodeString(this.#text.slice(this.#pos, this.#pos + 2))[0]!);
    const shown = byte === "'" ? "'\\''" : byte === '"' ? `'"'` : `'${quote(byte).slice(1, -1)}'`;
    throw new JsonError(`invalid character ${shown} ${context}`);
  }

  /** Reads a value; undefined if it opened a nonempty collection, whose first element is next. */
  #value(): Value | undefined {
    this.#skipSpace();
    const c = this.#text.charCodeAt(this.#pos);
    if (c === 34) return this.#string();
    if (c === 123) return this.#openMap();
    if (c === 91) return this.#openList();
    if (c === 45 || isDigit(c)) return this.#number();
    if (c === 116) return this.#literal('true');
    if (c === 102) return this.#literal('false');
    if (c === 110) return this.#literal('null');
    return this.#unexpected('looking for beginning of value');
  }

  #push(map: GoMap | undefined, list: Value[] | undefined): void {
    this.#pos++;
    this.#open.push({ map, list, key: '' });
    if (this.#open.length > maxNestingDepth) throw new JsonError('exceeded max depth');
    this.#skipSpace();
  }

  #openMap(): Value | undefined {
    const map = new GoMap();
    this.#push(map, undefined);
    if (this.#text.charCodeAt(this.#pos) === 125) return this.#close(map);
    this.#key();
    return undefined;
  }

  #openList(): Value | undefined {
    const list: Value[] = [];
    this.#push(undefined, list);
    return this.#text.charCodeAt(this.#pos) === 93 ? this.#close(list) : undefined;
  }

  #close(value: Value): Value {
    this.#pos++;
    this.#open.pop();
    return value;
  }

  #key(): void {
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#pos) !== 34) this.#unexpected('looking for beginning of object key string');
    this.#open.at(-1)!.key = this.#string();
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#pos) !== 58) this.#unexpected('after object key');
    this.#pos++;
  }

  /** Continues after an element. Returns the closed collection, or undefined if another element is next. */
  #afterElement(top: Container): Value | undefined {
    this.#skipSpace();
    const c = this.#text.charCodeAt(this.#pos);
    const isMap = top.map !== undefined;
    if (c === (isMap ? 125 : 93)) return this.#close(top.map ?? top.list!);
    if (c !== 44) this.#unexpected(isMap ? 'after object key:value pair' : 'after array element');
    this.#pos++;
    if (isMap) this.#key();
    return undefined;
  }

  #literal(word: string): Value {
    for (let i = 1; i < word.length; i++) {
      this.#pos++;
      if (this.#text[this.#pos] !== word[i]) this.#unexpected(`in literal ${word} (expecting '${word[i]}')`);
    }
    this.#pos++;
    return literals.get(word)!;
  }

  #digits(context: string): void {
    if (!isDigit(this.#text.charCodeAt(this.#pos))) this.#unexpected(context);
    while (isDigit(this.#text.charCodeAt(this.#pos))) this.#pos++;
  }

  #number(): Value {
    const start = this.#pos;
    if (this.#text.charCodeAt(this.#pos) === 45) this.#pos++;
    if (this.#text.charCodeAt(this.#pos) === 48) this.#pos++;
    else this.#digits('in numeric literal');
    if (this.#text.charCodeAt(this.#pos) === 46) {
      this.#pos++;
      this.#digits('after decimal point in numeric literal');
    }
    if ((this.#text.charCodeAt(this.#pos) | 32) === 101) {
      this.#pos++;
      const sign = this.#text.charCodeAt(this.#pos);
      if (sign === 43 || sign === 45) this.#pos++;
      this.#digits('in exponent of numeric literal');
    }
    const digits = this.#text.slice(start, this.#pos);
    const value = Number(digits);
    if (Number.isFinite(value)) return value;
    this.badNumber ??= digits;
    return this.#open.length === 0 ? 0 : null;
  }

  #string(): string {
    const text = this.#text;
    const start = ++this.#pos;
    let changed = false;
    for (;;) {
      const c = text.charCodeAt(this.#pos);
      if (c === 34) break;
      if (c === 92) {
        changed = true;
        this.#skipEscape();
      } else if (c >= 32) {
        if (c >= 0xd800 && c <= 0xdfff) changed = true;
        this.#pos++;
      } else this.#unexpected('in string literal');
    }
    const raw = text.slice(start, this.#pos++);
    return changed ? unquote(raw) : raw;
  }

  #skipEscape(): void {
    const char = this.#text[++this.#pos];
    if (char === 'u') {
      for (let k = 0; k < 4; k++) {
        this.#pos++;
        if (!/^[0-9a-fA-F]$/.test(this.#text[this.#pos] ?? '')) this.#unexpected('in \\u hexadecimal character escape');
      }
    } else if (char === undefined || !shortEscapes.has(char)) this.#unexpected('in string escape code');
    this.#pos++;
  }
}

const unit = /\\u([0-9a-fA-F]{4})(?:\\u([0-9a-fA-F]{4}))?|\\(.)|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/gs;

const isPair = (high: number, low: number): boolean => high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;

/** Decodes the escapes of a string body. Unpaired surrogates, and bytes that are not UTF-8, become U+FFFD. */
function unquote(raw: string): string {
  let out = '';
  let done = 0;
  unit.lastIndex = 0;
  for (let match = unit.exec(raw); match !== null; match = unit.exec(raw)) {
    out += raw.slice(done, match.index);
    done = unit.lastIndex;
    if (match[3] !== undefined) out += shortEscapes.get(match[3])!;
    else if (match[1] === undefined) out += match[0].length === 2 ? match[0] : '\ufffd';
    else {
      const code = Number.parseInt(match[1], 16);
      const next = match[2] === undefined ? 0 : Number.parseInt(match[2], 16);
      if (isPair(code, next)) out += String.fromCharCode(code, next);
      else {
        out += code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCharCode(code);
        if (match[2] !== undefined) done = unit.lastIndex = match.index + 6;
      }
    }
  }
  return out + raw.slice(done);
}

/** Decodes into a target of the type that `accepts` checks. */
function unmarshal<T extends Value>(text: string, goType: string, accepts: (value: Value) => value is T): T {
  const decoder = new Decoder(text);
  const value = decoder.document();
  if (!accepts(value)) throw new JsonError(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${goType}`);
  if (decoder.badNumber === undefined) return value;
  throw new JsonError(`json: cannot unmarshal number ${decoder.badNumber} into Go value of type float64`, value);
}

/**
 * json.Unmarshal into an `any`: numbers are float64.
 *
 * @throws JsonError with the message of Go's error
 */
export const unmarshalJson = (text: string): Value => unmarshal(text, 'interface {}', (_value): _value is Value => true);

/**
 * Like `unmarshalJson`, into a map[string]any: null gives a nil map.
 *
 * @throws JsonError also if the value is not an object
 */
export function unmarshalJsonMap(text: string): GoMap {
  return unmarshal(text, 'map[string]interface {}', value => value === null || value instanceof GoMap) ?? nilMap();
}

/**
 * Like `unmarshalJson`, into a []any: null gives a nil slice.
 *
 * @throws JsonError also if the value is not an array
 */
export function unmarshalJsonArray(text: string): Value[] {
  return unmarshal(text, '[]interface {}', value => value === null || Array.isArray(value)) ?? nilSlice();
}

/** The name of a JSON value's type in the errors of encoding/json. */
export function jsonTypeName(value: Value): string {
  if (Array.isArray(value)) return 'array';
  if (value instanceof GoMap) return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value === 'string' ? 'string' : 'number';
}
