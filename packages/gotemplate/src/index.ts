export { byteLength, compareStrings, decodeBytes, encodeString, sortedKeys } from './bytes.js';
export {
  type Func,
  FuncError,
  type FuncMap,
  GoMap,
  GoObject,
  int64,
  isNilSlice,
  type JsonStruct,
  nilMap,
  nilSlice,
  type ParamType,
  Sized,
  type SizedKind,
  sliceType,
  typed,
  type Value,
} from './value.js';
