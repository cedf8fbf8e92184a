/** JSON as Go's encoding/json reads and writes it. */
export { unmarshalJson, unmarshalJsonArray, unmarshalJsonMap } from './decode.js';
export { type JsonOptions, marshalJson } from './encode.js';
export { JsonError } from './error.js';
export { firstJsonValue } from './prefix.js';
