/** Bounds of what one call of a function may make or visit; exceeding one is a FuncError. */
export { boundList, boundString, Walk } from './bounds.js';
export { caches } from './caches.js';
