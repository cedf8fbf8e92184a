/** Go's unicode: classes of runes and simple case mappings, with the tables of Unicode 15.0. */
export { isAlphaNumeric, isPrint } from './print.js';
export { isSpaceCode, runes } from './unicode.js';
