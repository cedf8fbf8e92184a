/**
 * Encodes values to YAML. Behavior: sigs.k8s.io/yaml v1.6.0 Marshal, which is json.Marshal, goyaml v2's decoding of that JSON, and goyaml
 * v2's encode.go.
 */

import { ResultBound } from '../bounds/result-bound.js';
import { formatJsonFloat32, formatJsonNumber, isStruct, marshalJson } from '../json/encode.js';
import { JsonError } from '../json/error.js';
import { formatFloat } from '../strconv/float.js';
import { type Func, GoMap, type GoObject, isNilBytes, isNilSlice, type JsonStruct, Sized, type Value } from '../values/value.js';
import { Decoder } from './decode.js';
import { Emitter } from './emitter.js';
import { YamlError } from './error.js';
import { parseDocument } from './parser.js';
import { compareKeys } from './sorter.js';
import { stringStyle } from './style.js';

/** Characters that JSON or YAML would change or refuse in between: DEL, C1 controls, noncharacters. */
const changedByYaml = /[\x7f-\x9f\ufffe\uffff]/;
const surrogate = /[\ud800-\udfff]/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const pairOrLone = /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
/** A key whose JSON may be too long for a simple key. */
const longKey = 160;

/** Thrown to switch to the conversion through JSON text, whose effects are not worth a fast path. */
class NeedsJson extends Error {}

/** A number as goyaml writes it after JSON: integral values that fit into 64 bits are integers. */
function yamlNumber(json: string): string {
  const value = Number(json);
  if (Number.isInteger(value) && !json.includes('e')) {
    if (Object.is(value, -0)) return '0';
    if (Number.isSafeInteger(value)) return json;
    const exact = BigInt(json);
    if (exact >= -(2n ** 63n) && exact < 2n ** 64n) return json;
  }
  return formatFloat(value, 'g', -1, 64);
}

const compareV2 = compareKeys(false);

class JsonWalker {
  readonly #emitter = new Emitter(false);
  readonly #bound = new ResultBound();
  /** The values were decoded from JSON text. */
  readonly #fromJson: boolean;
  constructor(fromJson: boolean) {
    this.#fromJson = fromJson;
  }

  document(value: Value | JsonStruct): string {
    this.#node(value, false);
    return this.#emitter.finish();
  }

  #node(value: Value | JsonStruct, inMapping: boolean) {
    this.#bound.add(typeof value === 'string' ? value.length : 0);
    switch (typeof value) {
      case 'string':
        return this.#string(value);
      case 'number':
        return this.#emitter.emitPlain(yamlNumber(formatJsonNumber(value)));
      case 'boolean':
      case 'bigint':
        return this.#emitter.emitPlain(String(value));
    }
    if (value === null) return this.#emitter.emitPlain('null');
    if (Array.isArray(value)) return this.#sequence(value, inMapping);
    if (value instanceof GoMap) return this.#map(value);
    this.#object(value, inMapping);
  }

  #object(value: Sized | Uint8Array | Func | JsonStruct | GoObject, inMapping: boolean) {
    if (value instanceof Sized) {
      const { value: number } = value;
      return this.#emitter.emitPlain(typeof number === 'bigint' ? String(number) : yamlNumber(formatJsonFloat32(number)));
    }
    if (value instanceof Uint8Array && isNilBytes(value)) return this.#emitter.emitPlain('null');
    if (value instanceof Uint8Array) return this.#string(Buffer.from(value).toString('base64'));
    if (isStruct(value)) return this.#struct(value);
    if ('call' in value) throw new JsonError('json: unsupported type: func()');
    this.#node(value.toJsonValue(), inMapping);
  }

  #clean(text: string): string {
    if (this.#fromJson) return text;
    if (changedByYaml.test(text)) throw new NeedsJson();
    return surrogate.test(text) ? text.replace(pairOrLone, found => (found.length === 2 ? found : '\ufffd')) : text;
  }

  #string(value: string): void {
    const text = this.#clean(value);
    this.#emitter.emitScalar(text, stringStyle(text), '');
  }

  #key(value: string): void {
    if (!this.#fromJson && (value.length > longKey || loneSurrogate.test(value))) throw new NeedsJson();
    const text = this.#clean(value);
    this.#emitter.emitKey(text, stringStyle(text), '');
  }

  #sequence(items: Value[], inMapping: boolean) {
    const emitter = this.#emitter;
    if (items.length === 0) return isNilSlice(items) ? emitter.emitPlain('null') : emitter.emitEmpty('[', ']');
    const outer = emitter.startSequence(inMapping);
    for (const item of items) {
      emitter.startItem();
      this.#node(item, false);
    }
    emitter.end(outer);
  }

  #map(map: GoMap) {
    if (map.size === 0) return map.isNil === true ? this.#emitter.emitPlain('null') : this.#emitter.emitEmpty('{', '}');
    const keys = [...map.keys()];
    if (keys.length > 1) keys.sort(compareV2);
    this.#mapping(keys, key => map.get(key)!);
  }

  #struct(value: JsonStruct) {
    const members = new Map(value.struct);
    if (members.size === 0) return this.#emitter.emitEmpty('{', '}');
    this.#mapping([...members.keys()].sort(compareV2), key => members.get(key)!);
  }

  #mapping(keys: readonly string[], itemOf: (key: string) => Value | JsonStruct): void {
    const emitter = this.#emitter;
    const outer = emitter.startMapping();
    for (const key of keys) {
      this.#key(key);
      this.#node(itemOf(key), true);
    }
    emitter.end(outer);
  }
}

/**
 * Encodes a value as a YAML document that ends in a line break.
 *
 * @throws YamlError for values that JSON or goyaml refuses (NaN, infinities, functions, control characters)
 */
export function marshalYaml(value: Value): string {
  try {
    return new JsonWalker(false).document(value);
  } catch (error) {
    if (error instanceof NeedsJson || error instanceof JsonError) return marshalThroughJson(value);
    throw refusal(error);
  }
}

function marshalThroughJson(value: Value): string {
  try {
    const tape = parseDocument(marshalJson(value));
    return new JsonWalker(true).document(tape === undefined ? null : new Decoder(tape, true).decode(0));
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): unknown {
  if (error instanceof JsonError) return new YamlError(`error marshaling into JSON: ${error.message}`);
  if (error instanceof RangeError) return new YamlError('yaml: exceeded max depth of 10000');
  return error;
}
