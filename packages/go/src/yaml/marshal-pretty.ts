/**
 * Encodes values to YAML without conversion to JSON. Behavior: go.yaml.in/yaml/v3 v3.0.4 encode.go with SetIndent(2), Helm's toYamlPretty.
 */

import { ResultBound } from '../bounds/result-bound.js';
import { formatFloat } from '../strconv/float.js';
import { encodeString } from '../values/bytes.js';
import { type Func, GoMap, type GoObject, Sized, type Value } from '../values/value.js';
import { Emitter } from './emitter.js';
import { YamlError } from './error.js';
import { compareKeys } from './sorter.js';
import { stringStyleV3 } from './style.js';

const binaryLine = 70;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const compareV3 = compareKeys(true);

/** Encodes base64 in lines of 70 characters, as goyaml writes strings that are not UTF-8. */
function encodeBinary(text: string): string {
  const encoded = Buffer.from(encodeString(text)).toString('base64');
  const lines = encoded.match(new RegExp(`.{1,${binaryLine}}`, 'g')) ?? [];
  return encoded.length < binaryLine ? encoded : lines.map(line => `${line}\n`).join('');
}

function floatText(value: number, bits: 32 | 64): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return formatFloat(value, 'g', -1, bits);
}

class Walker {
  readonly #emitter = new Emitter(true);
  readonly #bound = new ResultBound();

  document(value: Value): string {
    this.#node(value, false);
    return this.#emitter.finish();
  }

  #node(value: Value, inMapping: boolean) {
    this.#bound.add(typeof value === 'string' ? value.length : 0);
    switch (typeof value) {
      case 'string':
        return this.#string(value, false);
      case 'number':
        return this.#emitter.emitPlain(floatText(value, 64));
      case 'boolean':
      case 'bigint':
        return this.#emitter.emitPlain(String(value));
    }
    if (value === null) this.#emitter.emitPlain('null');
    else if (Array.isArray(value)) this.#sequence(value, inMapping);
    else if (value instanceof GoMap) this.#mapping([...value.keys()].sort(compareV3), key => value.get(key)!);
    else this.#object(value, inMapping);
  }

  #object(value: Sized | Uint8Array | Func | GoObject, inMapping: boolean) {
    if (value instanceof Sized)
      return this.#emitter.emitPlain(typeof value.value === 'bigint' ? String(value.value) : floatText(value.value, 32));
    if (value instanceof Uint8Array) return this.#sequence(Array.from(value, BigInt), inMapping);
    if ('call' in value) throw new YamlError('cannot marshal type: func()');
    if (value.goType === 'time.Time') return this.#emitter.emitPlain(String(value.toJsonValue()));
    const names = value.exportedNames();
    if (names.length > 0)
      return this.#mapping(
        names,
        name => value.field(name) ?? null,
        name => name.toLowerCase(),
      );
    const plain = value.toJsonValue();
    if (plain !== null && typeof plain === 'object' && 'struct' in plain) throw new YamlError(`cannot marshal type: ${value.goType}`);
    this.#node(plain, inMapping);
  }

  #string(value: string, isKey: boolean): void {
    const isText = !loneSurrogate.test(value);
    const text = isText ? value : encodeBinary(value);
    const style = isText ? stringStyleV3(text) : text.includes('\n') ? 'literal' : 'plain';
    const tag = isText ? '' : '!!binary';
    if (isKey) this.#emitter.emitKey(text, style, tag);
    else this.#emitter.emitScalar(text, style, tag);
  }

  #sequence(items: readonly Value[], inMapping: boolean) {
    const emitter = this.#emitter;
    if (items.length === 0) return emitter.emitEmpty('[', ']');
    const outer = emitter.startSequence(inMapping);
    for (const item of items) {
      emitter.startItem();
      this.#node(item, false);
    }
    emitter.end(outer);
  }

  #mapping(keys: readonly string[], itemOf: (key: string) => Value, nameOf = (key: string) => key) {
    const emitter = this.#emitter;
    if (keys.length === 0) return emitter.emitEmpty('{', '}');
    const outer = emitter.startMapping();
    for (const key of keys) {
      this.#string(nameOf(key), true);
      this.#node(itemOf(key), true);
    }
    emitter.end(outer);
  }
}

/**
 * Encodes a value as a YAML document that ends in a line break: sequences are indented, long lines are not folded, numbers are formatted as
 * Go does, and struct fields have lower-case names.
 *
 * @throws YamlError for functions
 */
export function marshalYamlPretty(value: Value): string {
  try {
    return new Walker().document(value);
  } catch (error) {
    if (error instanceof RangeError) throw new YamlError('yaml: exceeded max depth of 10000');
    throw error;
  }
}
