export { JsonError, type JsonOptions, marshalJson } from './encode.js';
