/**
 * Decodes YAML into Go structs, as far as Chart.yaml and related files need it. Behavior: sigs.k8s.io/yaml v1.6.0 (numbers and booleans
 * become text if the field is a string) and encoding/json of Go 1.26 (names match regardless of case, null leaves a field unchanged, the
 * first value of a wrong type is the error).
 */

import { formatFloat } from '@mcpgw/go/strconv';
import { compareStrings, GoMap, type Value } from '@mcpgw/go/values';
import { Decoder, parseDocument, readSimple, YamlError } from '@mcpgw/go/yaml';

/** A Go type. `goType` is its name in error messages. */
export type GoType =
  | { readonly kind: 'string' | 'bool' | 'any' | 'time'; readonly goType: string }
  | { readonly kind: 'list' | 'map'; readonly goType: string; readonly of: GoType }
  | { readonly kind: 'struct'; readonly goType: string; readonly fields: Readonly<Record<string, GoType>> };

/** The decoded value of a shape: a string, a boolean, any YAML value, a list, or fields by their JSON names. Null is Go's null. */
export type TypedValue = Value | TypedValue[] | Fields;
export type Fields = Map<string, TypedValue>;

export const stringType: GoType = { kind: 'string', goType: 'string' };
export const boolType: GoType = { kind: 'bool', goType: 'bool' };
export const anyType: GoType = { kind: 'any', goType: 'interface {}' };
export const timeType: GoType = { kind: 'time', goType: 'time.Time' };
export const listOf = (of: GoType, goType = `[]${of.goType}`): GoType => ({ kind: 'list', of, goType });
export const mapOf = (of: GoType): GoType => ({ kind: 'map', of, goType: `map[string]${of.goType}` });
export const struct = (goType: string, fields: Readonly<Record<string, GoType>>): GoType & { kind: 'struct' } => ({
  kind: 'struct',
  goType,
  fields,
});

/**
 * Decodes the first document. The result has only the fields that it names.
 *
 * @throws YamlError with Go's message
 */
export function unmarshalStruct(text: string, shape: GoType & { kind: 'struct' }): Fields {
  const simple = readSimple(text, { keepIntegers: true });
  const value = simple === undefined ? parseCompletely(text) : simple;
  if (value === null) return new Map();
  const decoder = new StructDecoder();
  const fields = decoder.decode(value, shape, []);
  if (decoder.firstError !== undefined) throw new YamlError(`error unmarshaling JSON: while decoding JSON: ${decoder.firstError}`);
  return fields as Fields;
}

/** Decodes the document with integers as bigints, and with null for each value that JSON would turn into null. */
function parseCompletely(text: string): Value {
  const tape = readYaml(() => parseDocument(text));
  if (tape === undefined) return null;
  const checker = new Decoder(tape);
  if (readYaml(() => checker.decode(0)) === null) return null;
  if (checker.tooDeep) throw new YamlError('error unmarshaling JSON: while decoding JSON: exceeded max depth');
  return new Decoder(tape, true).decode(0);
}

function readYaml<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError) throw new YamlError(`error converting YAML to JSON: ${error.message}`);
    throw error;
  }
}

interface Position {
  readonly struct: string;
  readonly path: readonly string[];
}

class StructDecoder {
  firstError: string | undefined;

  decode(value: Value, shape: GoType, path: readonly string[], owner = ''): TypedValue {
    if (value === null) return null;
    const position = { struct: owner, path };
    switch (shape.kind) {
      case 'any':
        return plainValue(value);
      case 'string':
        return this.#text(value, shape, position);
      case 'bool':
        return typeof value === 'boolean' ? value : this.#mismatch(value, shape, position);
      case 'time':
        return this.#time(value);
      case 'list':
        return Array.isArray(value) ? value.map(item => this.decode(item, shape.of, path, owner)) : this.#mismatch(value, shape, position);
      case 'map':
        return value instanceof GoMap ? this.#map(value, shape.of, position) : this.#mismatch(value, shape, position);
      default:
        return value instanceof GoMap ? this.#struct(value, shape, path) : this.#mismatch(value, shape, position);
    }
  }

  #text(value: Value, shape: GoType, position: Position): TypedValue {
    if (typeof value === 'string') return value;
    if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
    if (typeof value === 'number') return formatFloat(Math.fround(value), 'g', -1, 32);
    return this.#mismatch(value, shape, position);
  }

  #time(value: Value): TypedValue {
    if (typeof value !== 'string') this.firstError ??= 'Time.UnmarshalJSON: input is not a JSON string';
    else if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)) {
      this.firstError ??= `parsing time ${JSON.stringify(value)} as "2006-01-02T15:04:05Z07:00": cannot parse`;
    }
    return value;
  }

  #map(value: GoMap, of: GoType, { path, struct: owner }: Position): Fields {
    return new Map(Array.from(value, ([key, item]) => [key, this.decode(item, of, path, owner)]));
  }

  #struct(value: GoMap, shape: GoType & { kind: 'struct' }, path: readonly string[]): Fields {
    const fields: Fields = new Map();
    for (const key of [...value.keys()].sort(compareStrings)) {
      const name = fieldName(shape.fields, key);
      if (name === undefined) continue;
      const decoded = this.decode(value.get(key)!, shape.fields[name]!, [...path, name], shape.goType.replace(/^.*\./, ''));
      if (decoded !== null || !fields.has(name)) fields.set(name, decoded);
    }
    return fields;
  }

  #mismatch(value: Value, shape: GoType, { struct: owner, path }: Position): TypedValue {
    const target = owner === '' ? `Go value of type ${shape.goType}` : `Go struct field ${owner}.${path.join('.')} of type ${shape.goType}`;
    this.firstError ??= `json: cannot unmarshal ${jsonKind(value)} into ${target}`;
    return null;
  }
}

function fieldName(fields: Readonly<Record<string, GoType>>, key: string): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  const folded = key.toLowerCase();
  return Object.keys(fields).find(name => name.toLowerCase() === folded);
}

function jsonKind(value: Value): string {
  if (Array.isArray(value)) return 'array';
  if (value instanceof GoMap) return 'object';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'number';
}

/** Numbers without a declared type are float64. */
function plainValue(value: Value): Value {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainValue);
  return value instanceof GoMap ? new GoMap(Array.from(value, ([key, item]) => [key, plainValue(item)])) : value;
}
