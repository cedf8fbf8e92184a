/** Types and kinds as Go's reflect prints them, truth, emptiness, and deep equality. */
export { deepEqual } from './deep-equal.js';
export { empty } from './empty.js';
export { Complex, goTypeName, hasInterfaceElements, isTrue, kindOf, paramTypeName, pointeeTypeName, zeroElement } from './types.js';
