/** Go's strings, where JavaScript's namesakes differ. */
export { title, toLower, toUpper } from './case.js';
export { isBlank, trimLeft, trimRunes, trimSpace } from './strings.js';
