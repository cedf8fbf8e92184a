/** YAML, JSON and TOML functions: Helm v4.2.4 (pkg/engine/funcs.go), and Sprig v3.3.0 (defaults.go) for those that Helm does not define. */

import { JsonError, type JsonOptions, marshalJson, unmarshalJson, unmarshalJsonArray, unmarshalJsonMap } from '@mcpgw/go/json';
import { LocalLocation, loadLocation } from '@mcpgw/go/time';
import { type LocalZone, marshalToml, TomlError, unmarshalToml } from '@mcpgw/go/toml';
import { type Func, FuncError, GoMap, type Value } from '@mcpgw/go/values';
import { marshalYaml, marshalYamlPretty, unmarshalYamlArray, unmarshalYamlMap, YamlError } from '@mcpgw/go/yaml';
import { aliases, func } from './define.js';
import type { FuncDeps } from './deps.js';

type CodecError = YamlError | JsonError | TomlError;

const isCodecError = (error: unknown): error is CodecError =>
  error instanceof YamlError || error instanceof JsonError || error instanceof TomlError;

/** Calls a codec. Its errors are handed to `refused`. */
function attempt<T>(codec: () => T, refused: (error: CodecError) => T): T {
  try {
    return codec();
  } catch (error) {
    if (isCodecError(error)) return refused(error);
    throw error;
  }
}

function fail(error: CodecError): never {
  throw new FuncError(error.message);
}

const trimNewline = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const yaml = (v: Value): string => trimNewline(marshalYaml(v));

const json =
  (options?: JsonOptions) =>
  (v: Value): string =>
    marshalJson(v, options);

/** The two forms of an encoder: one returns `''` for a value that cannot be encoded, the other fails. */
const lenient = (encode: (v: Value) => string) => (v: Value) =>
  attempt(
    () => encode(v),
    () => '',
  );
const strict = (encode: (v: Value) => string) => (v: Value) => attempt(() => encode(v), fail);

/** The map that was decoded before the error, with the error's text under `Error`. */
function errorMap(error: CodecError): GoMap {
  const map = error instanceof JsonError && error.partial instanceof GoMap ? error.partial : new GoMap();
  return map.set('Error', error.message);
}

/** Helm decodes into an empty map. A YAML null leaves it unchanged; a JSON null makes it nil. */
function decodeYamlMap(text: string): GoMap {
  const map = unmarshalYamlMap(text);
  return map.isNil ? new GoMap() : map;
}

/** Like decodeYamlMap: a YAML null is an empty list, not a nil one. */
const decodeYamlArray = (text: string): Value[] => [...unmarshalYamlArray(text)];

const intoMap = (decode: (text: string) => GoMap) => (text: string) => attempt(() => decode(text), errorMap);
const intoArray = (decode: (text: string) => Value[]) => (text: string) =>
  attempt(
    () => decode(text),
    error => [error.message],
  );

const pretty: JsonOptions = { indent: '  ' };
const raw: JsonOptions = { escapeHtml: false };

/** Go's time.Local, for TOML times without a zone. */
function localZone(deps: FuncDeps): LocalZone {
  const location = new LocalLocation(loadLocation(deps.timezone));
  return { location, offset: location.lookup(deps.now().epochSeconds).offset };
}

/** fromToml. The zone is looked up once, on first use. */
function tomlDecoder(deps: FuncDeps): (text: string) => GoMap {
  let zone: LocalZone | undefined;
  return text => {
    zone ??= localZone(deps);
    return unmarshalToml(text, zone);
  };
}

/** toToml returns the error's text, unlike the other functions. */
const tomlOrMessage = (v: Value): string =>
  attempt(
    () => marshalToml(v),
    error => error.message,
  );

export const codecFuncs = (deps: FuncDeps): readonly Func[] => [
  func('toYaml', ['any'], 'string', lenient(yaml)),
  func('mustToYaml', ['any'], 'string', strict(yaml)),
  func(
    'toYamlPretty',
    ['any'],
    'string',
    lenient((v: Value) => trimNewline(marshalYamlPretty(v))),
  ),
  func('fromYaml', ['string'], 'map', intoMap(decodeYamlMap)),
  func('fromYamlArray', ['string'], '[]any', intoArray(decodeYamlArray)),
  func('toJson', ['any'], 'string', lenient(json())),
  func('mustToJson', ['any'], 'string', strict(json())),
  func('toPrettyJson', ['any'], 'string', lenient(json(pretty))),
  func('mustToPrettyJson', ['any'], 'string', strict(json(pretty))),
  ...aliases(['toRawJson', 'mustToRawJson'], ['any'], 'string', strict(json(raw))),
  func(
    'fromJson',
    ['string'],
    'map',
    intoMap((text: string) => unmarshalJsonMap(text)),
  ),
  func(
    'fromJsonArray',
    ['string'],
    '[]any',
    intoArray((text: string) => unmarshalJsonArray(text)),
  ),
  func('mustFromJson', ['string'], 'any', (text: string) => attempt(() => unmarshalJson(text), fail)),
  func('toToml', ['any'], 'string', tomlOrMessage),
  func(
    'mustToToml',
    ['any'],
    'string',
    strict((v: Value) => marshalToml(v)),
  ),
  func('fromToml', ['string'], 'map', intoMap(tomlDecoder(deps))),
];
