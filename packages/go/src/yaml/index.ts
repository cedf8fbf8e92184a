/** YAML as Helm's libraries read and write it: text → source → tokens → tape → values, and values → emitter → text. */
export { Decoder } from './decode.js';
export { YamlError } from './error.js';
export { readHead } from './head.js';
export { marshalYaml } from './marshal.js';
export { marshalYamlPretty } from './marshal-pretty.js';
export { parseDocument } from './parser.js';
export { hasSameHead } from './same-head.js';
export { readSimple } from './simple.js';
export { unmarshalYaml, unmarshalYamlArray, unmarshalYamlMap } from './unmarshal.js';
