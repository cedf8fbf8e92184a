/** Go's strings functions that differ from JavaScript's functions of the same name. */
export { title, toLower, toUpper } from './case.js';
export { isBlank, trimLeft, trimRunes, trimSpace } from './strings.js';
