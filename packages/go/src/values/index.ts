/** Go values in JavaScript: one representation for each kind, strings as bytes, maps in Go's order. */
export { fromByteString, toByteString } from './byte-string.js';
export { byteLength, compareStrings, decodeBytes, encodeString, sortedKeys } from './bytes.js';
export { bindMethod, boundMethods, type MethodTable } from './methods.js';
export {
  type Func,
  FuncError,
  type FuncMap,
  GoMap,
  GoObject,
  int64,
  isNilBytes,
  isNilSlice,
  type JsonStruct,
  type MapMethods,
  methodOf,
  type NamedType,
  NIL_POINTER,
  nilMap,
  nilSlice,
  type ParamType,
  Sized,
  type SizedKind,
  type SliceMethods,
  sliceType,
  type TemplateCall,
  typed,
  typedAs,
  type Value,
  withMethods,
} from './value.js';
