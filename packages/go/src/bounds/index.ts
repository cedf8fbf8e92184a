/** Limits on what one function call may create or visit. Exceeding one is a FuncError. */
export { boundList, boundString, Walk } from './bounds.js';
export { caches } from './caches.js';
