/** Encodes values to TOML documents. Behavior, names and messages: github.com/BurntSushi/toml v1.6.0 encode.go. */

import { ResultBound } from '../bounds/result-bound.js';
import { formatFloat } from '../strconv/float.js';
import { utc } from '../time/location.js';
import { Time } from '../time/time.js';
import { sortedKeys } from '../values/bytes.js';
import { type Func, FuncError, GoMap, GoObject, isNilBytes, isNilSlice, Sized, type Value } from '../values/value.js';
import { TomlError } from './error.js';
import { keyPart, keyText, quoteToml } from './key.js';

type TomlType = 'nil' | 'scalar' | 'array' | 'hash' | 'arrayHash';

const indent = '  ';
const zoneLayouts = new Map([
  ['datetime-local', '2006-01-02T15:04:05.999999999'],
  ['date-local', '2006-01-02'],
  ['time-local', '15:04:05.999999999'],
]);

/** Formats a time. A time without a zone is written without one. */
function timeText(time: Time): string {
  const layout = zoneLayouts.get(time.location.name);
  if (layout === undefined) return time.format('2006-01-02T15:04:05.999999999Z07:00');
  return new Time(time.seconds, time.nanosecond, utc, time.local).format(layout);
}

function floatText(value: number, bits: 32 | 64): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = formatFloat(value, 'g', -1, bits);
  return /[e.]/.test(text) ? text : `${text}.0`;
}

/** A value that is encoded as a table: a map, or a struct by the names of its fields. */
type Table = ReadonlyMap<string, Value>;

/** An object as the encoder sees it: a table, the text of a TextMarshaler, or a plain value. */
function viewOf(value: GoObject): Value | Table {
  const names = value.exportedNames();
  if (names.length > 0) return new Map(names.map(name => [name, value.field(name) ?? null]));
  const plain = value.toJsonValue();
  if (plain !== null && typeof plain === 'object' && 'struct' in plain) return new Map();
  return plain;
}

const isTable = (value: Value | Table): value is Table => value instanceof Map;
const isNil = (value: Value | Table): boolean =>
  value === null ||
  (Array.isArray(value)
    ? isNilSlice(value)
    : value instanceof Uint8Array
      ? isNilBytes(value)
      : value instanceof GoMap && value.isNil === true);

/** The value as a table or a plain value. Times and durations are unchanged. */
function plain(value: Value | Table): Exclude<Value, Func | GoObject> | Table | Time {
  if (value instanceof GoObject && !(value instanceof Time))
    return value.goType === 'time.Duration' ? (value.goString() ?? '') : plain(viewOf(value));
  if (typeof value === 'object' && value !== null && 'call' in value) throw new TomlError('unsupported type: func');
  return value;
}

/** The types of lists that were checked, so that a list that several lists share is checked once. */
type SeenLists = Map<readonly Value[], TomlType>;

function tomlTypeOfGo(item: Value | Table, seen: SeenLists): TomlType {
  const value = plain(item);
  if (isNil(value)) return 'nil';
  if (isTable(value)) return 'hash';
  if (value instanceof Uint8Array) return 'array';
  if (!Array.isArray(value)) return 'scalar';
  const known = seen.get(value) ?? (isTableArray(value, seen) ? 'arrayHash' : 'array');
  seen.set(value, known);
  return known;
}

function isTableArray(items: readonly Value[], seen: SeenLists): boolean {
  let all = items.length > 0;
  for (const item of items) {
    const type = tomlTypeOfGo(item, seen);
    if (type === 'nil') throw new TomlError('toml: cannot encode array with nil element');
    if (type !== 'hash') all = false;
  }
  return all;
}

class Encoder {
  out = '';
  readonly #bound = new ResultBound();
  readonly #seen: SeenLists = new Map();

  encode(key: readonly string[], item: Value | Table): void {
    const value = plain(item);
    if (isNil(value) && (Array.isArray(value) || value instanceof Uint8Array) && key.length === 0) this.out += '[]';
    else if (isNil(value)) return;
    else if (isTable(value)) this.#table(key, value);
    else if (Array.isArray(value) && tomlTypeOfGo(value, this.#seen) === 'arrayHash') this.#arrayOfTables(key, value);
    else if (key.length === 0) this.#element(value);
    else {
      this.#keyValue(indent.repeat(key.length - 1), key[key.length - 1]!, value);
      this.out += '\n';
    }
  }

  #newline(): void {
    if (this.out !== '') this.out += '\n';
  }

  #keyValue(margin: string, name: string, value: Value | Table): void {
    this.out += `${margin}${keyPart(name)} = `;
    this.#element(value);
  }

  #table(key: readonly string[], table: Table): void {
    this.#bound.add(key.length);
    if (key.length === 1) this.#newline();
    if (key.length > 0) this.out += `${indent.repeat(key.length - 1)}[${keyText(key)}]\n`;
    this.#entries(table, (name, value) => this.encode([...key, name], value));
  }

  #arrayOfTables(key: readonly string[], items: readonly Value[]): void {
    if (key.length === 0) throw new TomlError('toml: top-level values must be Go maps or structs');
    for (const item of items) {
      const table = plain(item) as Table;
      this.#newline();
      this.out += `${indent.repeat(key.length - 1)}[[${keyText(key)}]]\n`;
      this.#entries(table, (name, value) => this.encode([...key, name], value));
    }
  }

  /** Writes the entries that are not tables first. After a table they would belong to it. */
  #entries(table: Table, write: (name: string, value: Value) => void): void {
    for (const names of splitNames(table, this.#seen)) {
      for (const name of names) {
        const value = table.get(name)!;
        if (!isNil(value)) write(name, value);
      }
    }
  }

  #element(item: Value | Table): void {
    const value = plain(item);
    this.#bound.add(typeof value === 'string' ? value.length : 0);
    if (isTable(value)) this.#inlineTable(value);
    else if (Array.isArray(value)) this.#array(value);
    else if (value instanceof Uint8Array) this.#array(Array.from(value, BigInt));
    else if (value instanceof Time) this.out += timeText(value);
    else if (typeof value === 'string') this.out += quoteToml(value);
    else if (typeof value === 'number') this.out += floatText(value, 64);
    else if (value instanceof Sized && typeof value.value === 'number') this.out += floatText(value.value, 32);
    else this.out += String(value instanceof Sized ? value.value : value);
  }

  #array(items: readonly Value[]): void {
    this.out += '[';
    for (const [i, item] of items.entries()) {
      if (i > 0) this.out += ', ';
      this.#element(item);
    }
    this.out += ']';
  }

  /** A nil entry is omitted together with the comma after it, but not the comma before it. */
  #inlineTable(table: Table): void {
    this.out += '{';
    const [direct, sub] = splitNames(table, this.#seen);
    for (const names of [direct, sub]) {
      for (const [i, name] of names.entries()) {
        const value = table.get(name)!;
        if (isNil(value)) continue;
        this.#keyValue('', name, value);
        if (i < names.length - 1 || (names === direct && sub.length > 0)) this.out += ', ';
      }
    }
    this.out += '}';
  }
}

/**
 * The names of the entries that are not tables, and of those that are. The names of a map are sorted; those of a struct keep their order.
 */
function splitNames(table: Table, seen: SeenLists): [direct: string[], sub: string[]] {
  const direct: string[] = [];
  const sub: string[] = [];
  for (const name of table instanceof GoMap ? sortedKeys(table) : table.keys()) {
    const type = tomlTypeOfGo(table.get(name)!, seen);
    (type === 'hash' || type === 'arrayHash' ? sub : direct).push(name);
  }
  return [direct, sub];
}

/**
 * Encodes a value as a TOML document.
 *
 * @throws TomlError for a value that TOML cannot represent (nil in an array, functions, tables without a key), and FuncError for nil, for
 * which Go panics
 */
export function marshalToml(value: Value): string {
  if (value === null) throw new FuncError('reflect: call of reflect.Value.Type on zero Value');
  try {
    const encoder = new Encoder();
    encoder.encode([], value);
    return encoder.out;
  } catch (error) {
    if (error instanceof RangeError) throw new TomlError('toml: values are nested too deeply');
    throw error;
  }
}
