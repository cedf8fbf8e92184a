/** Go's regexp, in linear time. */
export { compile, quoteMeta, Regexp, RegexpError } from './regexp.js';
