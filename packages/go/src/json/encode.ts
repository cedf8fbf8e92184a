/** Encodes values to JSON. Behavior: Go 1.26 encoding/json encode.go and indent.go. */

import { ResultBound } from '../bounds/result-bound.js';
import { formatFloat } from '../strconv/float.js';
import { sortedKeys } from '../values/bytes.js';
import { GoMap, GoObject, isNilBytes, isNilSlice, type JsonStruct, Sized, type Value } from '../values/value.js';
import { JsonError } from './error.js';

/** How JSON is written. */
export interface JsonOptions {
  /** One level of indentation. If it is absent, everything is on one line. */
  readonly indent?: string;
  /** Writes `<`, `>` and `&` as escapes; true by default. */
  readonly escapeHtml?: boolean;
}

const unsafeHtml = /["\\\x00-\x1f<>&\u2028\u2029\ud800-\udfff]/;
const unsafe = /["\\\x00-\x1f\u2028\u2029\ud800-\udfff]/;
const shortEscapes = new Map(Object.entries({ '"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' }));
const escapedHtml = /[\ud800-\udbff][\udc00-\udfff]|["\\\x00-\x1f<>&\u2028\u2029\ud800-\udfff]/g;
const escaped = /[\ud800-\udbff][\udc00-\udfff]|["\\\x00-\x1f\u2028\u2029\ud800-\udfff]/g;

function escapeChar(char: string): string {
  if (char.length === 2) return char;
  const code = char.charCodeAt(0);
  if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd';
  return shortEscapes.get(char) ?? `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Encodes a JSON string. Bytes that are not UTF-8 become \ufffd. */
export function quoteJson(text: string, escapeHtml = true): string {
  if (!(escapeHtml ? unsafeHtml : unsafe).test(text)) return `"${text}"`;
  return `"${text.replace(escapeHtml ? escapedHtml : escaped, escapeChar)}"`;
}

/**
 * Encodes a number as JSON. JavaScript and Go choose exponents by the same rule.
 *
 * @throws JsonError for NaN and infinities
 */
export function formatJsonNumber(value: number): string {
  if (!Number.isFinite(value)) throw new JsonError(`json: unsupported value: ${Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Like `formatJsonNumber`, with the digits of a float32. */
export function formatJsonFloat32(value: number): string {
  if (!Number.isFinite(value)) return formatJsonNumber(value);
  return formatJsonNumber(Number(formatFloat(value, 'e', -1, 32)));
}

export const isStruct = (value: object): value is JsonStruct => !(value instanceof GoObject) && 'struct' in value;

class Encoder {
  readonly #escapeHtml: boolean;
  readonly #indent: string | undefined;
  readonly #bound = new ResultBound();
  constructor(options: JsonOptions) {
    this.#escapeHtml = options.escapeHtml ?? true;
    this.#indent = options.indent;
  }

  encode(value: Value | JsonStruct, margin: string): string {
    this.#bound.add(typeof value === 'string' ? value.length : 0);
    switch (typeof value) {
      case 'string':
        return quoteJson(value, this.#escapeHtml);
      case 'number':
        return formatJsonNumber(value);
      case 'boolean':
      case 'bigint':
        return String(value);
    }
    if (value === null) return 'null';
    if (Array.isArray(value)) return isNilSlice(value) ? 'null' : this.#array(value, margin);
    if (value instanceof GoMap) return value.isNil === true ? 'null' : this.#map(value, margin);
    if (value instanceof Sized) return typeof value.value === 'bigint' ? String(value.value) : formatJsonFloat32(value.value);
    if (value instanceof Uint8Array) return isNilBytes(value) ? 'null' : `"${Buffer.from(value).toString('base64')}"`;
    if (isStruct(value)) return this.#struct(value.struct, margin);
    if ('call' in value) throw new JsonError('json: unsupported type: func()');
    return this.encode(value.toJsonValue(), margin);
  }

  #join(open: string, close: string, items: readonly string[], margin: string): string {
    if (items.length === 0) return open + close;
    if (this.#indent === undefined) return open + items.join(',') + close;
    return `${open}\n${margin}${this.#indent}${items.join(`,\n${margin}${this.#indent}`)}\n${margin}${close}`;
  }

  // Uses loops and one method for each level, because the JavaScript stack bounds how deep a value may nest.
  #array(values: readonly Value[], margin: string): string {
    const inner = margin + (this.#indent ?? '');
    const items: string[] = [];
    for (const value of values) items.push(this.encode(value, inner));
    return this.#join('[', ']', items, margin);
  }

  #map(map: GoMap, margin: string): string {
    const inner = margin + (this.#indent ?? '');
    const items: string[] = [];
    for (const key of sortedKeys(map)) items.push(this.#member(key) + this.encode(map.get(key)!, inner));
    return this.#join('{', '}', items, margin);
  }

  #struct(members: readonly (readonly [string, Value | JsonStruct])[], margin: string): string {
    const inner = margin + (this.#indent ?? '');
    const items: string[] = [];
    for (const [key, value] of members) items.push(this.#member(key) + this.encode(value, inner));
    return this.#join('{', '}', items, margin);
  }

  #member(key: string): string {
    return quoteJson(key, this.#escapeHtml) + (this.#indent === undefined ? ':' : ': ');
  }
}

/**
 * json.Marshal, or json.MarshalIndent with `indent`. Map keys are sorted by bytes, struct fields keep their order, and []byte is base64.
 *
 * @throws JsonError for NaN, infinities and functions
 */
export function marshalJson(value: Value | JsonStruct, options: JsonOptions = {}): string {
  try {
    return new Encoder(options).encode(value, '');
  } catch (error) {
    if (error instanceof RangeError) throw new JsonError('json: value is nested too deeply');
    throw error;
  }
}
