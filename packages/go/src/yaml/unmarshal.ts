/** Decodes YAML to values as Helm does. Behavior: sigs.k8s.io/yaml v1.6.0 Unmarshal. */

import { jsonTypeName } from '../json/decode.js';
import { GoMap, nilMap, nilSlice, type Value } from '../values/value.js';
import { Decoder } from './decode.js';
import { YamlError } from './error.js';
import { parseDocument } from './parser.js';
import { readSimple } from './simple.js';

/**
 * Decodes the first document of `text` into an `any`: numbers are float64, keys are strings, and an empty document is null.
 *
 * @throws YamlError with the message of Go's error
 */
export function unmarshalYaml(text: string): Value {
  const simple = readSimple(text);
  return simple === undefined ? decodeYaml(text) : simple;
}

/** `unmarshalYaml` with the complete parser. */
export function decodeYaml(text: string): Value {
  let decoder: Decoder;
  let value: Value;
  try {
    const tape = parseDocument(text);
    if (tape === undefined) return null;
    decoder = new Decoder(tape);
    value = decoder.decode(0);
  } catch (error) {
    if (error instanceof YamlError) throw new YamlError(`error converting YAML to JSON: ${error.message}`);
    throw error;
  }
  if (decoder.tooDeep) throw new YamlError('error unmarshaling JSON: while decoding JSON: exceeded max depth');
  return value;
}

/**
 * Like `unmarshalYaml`, into a map[string]any: null gives a nil map.
 *
 * @throws YamlError also if the value is not a map
 */
export function unmarshalYamlMap(text: string): GoMap {
  const value = unmarshalYaml(text);
  if (value === null) return nilMap();
  if (value instanceof GoMap) return value;
  throw typeError(value, 'map[string]interface {}');
}

/**
 * Like `unmarshalYaml`, into a []any: null gives a nil slice.
 *
 * @throws YamlError also if the value is not a sequence
 */
export function unmarshalYamlArray(text: string): Value[] {
  const value = unmarshalYaml(text);
  if (value === null) return nilSlice();
  if (Array.isArray(value)) return value;
  throw typeError(value, '[]interface {}');
}

function typeError(value: Value, goType: string): YamlError {
  return new YamlError(
    `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${goType}`,
  );
}
