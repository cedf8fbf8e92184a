/** Go's strconv: numbers and quoted strings. */
export { formatFloat } from './float.js';
export { atoi, NumError, parseFloat64, parseInt64, parseUint64 } from './number.js';
export { quote, quoteRune, quoteToASCII, unquote, unquoteChar } from './quote.js';
