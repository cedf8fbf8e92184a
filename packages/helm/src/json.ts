/** JSON as Go's encoding/json reads and writes it. */
export { unmarshalJson, unmarshalJsonArray, unmarshalJsonMap } from './json/decode.js';
export { type JsonOptions, marshalJson } from './json/encode.js';
export { JsonError } from './json/error.js';
