/** YAML as Helm's libraries read and write it: text → source → tokens → tape → values, and values → emitter → text. */
export { YamlError } from './error.js';
export { readHead } from './head.js';
export { marshalYaml } from './marshal.js';
export { marshalYamlPretty } from './marshal-pretty.js';
export { unmarshalYaml, unmarshalYamlArray, unmarshalYamlMap } from './unmarshal.js';
