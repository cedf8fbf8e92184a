/**
 * Reads the part of a rendered manifest that Helm uses. The whole document is checked as sigs.k8s.io/yaml would decode it, but only the
 * head is decoded. Behavior: helm.sh/helm/v4 v4.2.4 pkg/release/v1/util (v3: pkg/releaseutil) SimpleHead, decoded by sigs.k8s.io/yaml
 * v1.6.0 Unmarshal.
 */

import { jsonTypeName } from '../json/decode.js';
import { formatFloat } from '../strconv/float.js';
import { sortedKeys } from '../values/bytes.js';
import { GoMap, type Value } from '../values/value.js';
import { Decoder } from './decode.js';
import { YamlError } from './error.js';
import { parseDocument } from './parser.js';
import { readSimple } from './simple.js';
import { MAPPING_NODE, type Tape } from './tape.js';
import { decodeYaml } from './unmarshal.js';

/** The fields of a manifest that Helm reads. */
export interface SimpleHead {
  readonly apiVersion: string;
  readonly kind: string;
  /** metadata.name; empty if absent. */
  readonly name: string;
  /** metadata.annotations; absent if the manifest has none, or null. */
  readonly annotations?: ReadonlyMap<string, string>;
}

/** Go's name for the type of SimpleHead.Metadata. */
const metadataType = 'struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }';

const fields = new Map([
  ['apiversion', 'apiVersion'],
  ['kind', 'kind'],
  ['metadata', 'metadata'],
]);

/** encoding/json matches field names regardless of case. */
const fold = (key: string): string => key.toUpperCase().toLowerCase();

class HeadDecoder {
  apiVersion = '';
  kind = '';
  name = '';
  annotations: Map<string, string> | undefined;
  firstError: string | undefined;

  /** Go names the innermost struct in the error, and the struct of the metadata has no name. */
  #mismatch(value: Value, field: string, goType: string): void {
    const struct = field.startsWith('metadata.') ? '' : 'SimpleHead';
    this.firstError ??= `json: cannot unmarshal ${jsonTypeName(value)} into Go struct field ${struct}.${field} of type ${goType}`;
  }

  /** Reads a string field, which also accepts numbers and booleans. Null and values of other types leave it unchanged. */
  #text(value: Value, field: string): string | undefined {
    if (value === null || typeof value === 'string') return value ?? undefined;
    if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
    if (typeof value === 'number') return formatFloat(Math.fround(value), 'g', -1, 32);
    this.#mismatch(value, field, 'string');
    return undefined;
  }

  document(map: GoMap): void {
    for (const key of sortedKeys(map)) {
      const field = fields.get(fold(key));
      const value = map.get(key)!;
      if (field === 'metadata') this.#metadata(value);
      else if (field === 'kind') this.kind = this.#text(value, field) ?? this.kind;
      else if (field === 'apiVersion') this.apiVersion = this.#text(value, field) ?? this.apiVersion;
    }
  }

  #metadata(value: Value) {
    if (value === null) {
      this.name = '';
      this.annotations = undefined;
      return;
    }
    if (!(value instanceof GoMap)) return this.#mismatch(value, 'metadata', metadataType);
    for (const key of sortedKeys(value)) {
      const field = fold(key);
      const item = value.get(key)!;
      if (field === 'name') this.name = this.#text(item, 'metadata.name') ?? this.name;
      else if (field === 'annotations') this.#readAnnotations(item);
    }
  }

  #readAnnotations(value: Value) {
    if (value === null) {
      this.annotations = undefined;
      return;
    }
    if (!(value instanceof GoMap)) return this.#mismatch(value, 'metadata.annotations', 'map[string]string');
    this.annotations ??= new Map();
    for (const key of sortedKeys(value)) this.annotations.set(key, this.#text(value.get(key)!, 'metadata.annotations') ?? '');
  }
}

/** The fields of the head with their content; undefined if the document is not a mapping. */
function headOf(tape: Tape): GoMap | undefined {
  if (tape.kind(0) !== MAPPING_NODE) return undefined;
  const head = new GoMap();
  const end = tape.next(0);
  for (let key = 1; key < end; ) {
    const value = tape.next(key);
    const name = tape.scalar(key);
    if (fields.has(fold(name))) head.set(name, new Decoder(tape, true).decode(value));
    key = tape.next(value);
  }
  return head;
}

/**
 * Reads the head of a manifest. `goPackage` is the package in which this Helm defines the type of the head.
 *
 * @throws YamlError with the message of Go's error for exactly the documents that Helm refuses: text that is not YAML, values that JSON
 * cannot represent, or a head with other types
 */
export function readHead(text: string, goPackage = 'util'): SimpleHead {
  const simple = readSimple(text, { keepIntegers: true, matters: key => fields.has(fold(key)) });
  const head = simple === undefined ? decodeHead(text) : simple;
  const decoder = new HeadDecoder();
  if (head instanceof GoMap) decoder.document(head);
  else if (head !== null) decoder.firstError = `json: cannot unmarshal ${jsonTypeName(head)} into Go value of type ${goPackage}.SimpleHead`;
  const { apiVersion, kind, name, annotations, firstError } = decoder;
  if (firstError !== undefined) throw new YamlError(`error unmarshaling JSON: while decoding JSON: ${firstError}`);
  return annotations === undefined ? { apiVersion, kind, name } : { apiVersion, kind, name, annotations };
}

function decodeHead(text: string): Value {
  const tape = parse(text);
  if (tape === undefined) return null;
  if (tape.unusual) decodeYaml(text);
  return (tape.unusual ? undefined : headOf(tape)) ?? new Decoder(tape, true).decode(0);
}

function parse(text: string): Tape | undefined {
  try {
    return parseDocument(text);
  } catch (error) {
    if (error instanceof YamlError) throw new YamlError(`error converting YAML to JSON: ${error.message}`);
    throw error;
  }
}
