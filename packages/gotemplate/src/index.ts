/** Go text/template (Go 1.26): text → `lex` → `parse` → tree → `compile` → instructions → `exec` → output. */
export { Budget, BudgetError, type BudgetLimits, defaultLimits } from './budget.js';
export { byteLength, compareStrings, decodeBytes, encodeString, sortedKeys } from './bytes.js';
export { Strings } from './code.js';
export { ExecError, NoTemplateError, ParseError, position } from './errors.js';
export { formatFloat } from './fmt/float.js';
export { atoi, NumError, parseFloat64, parseInt64, parseUint64 } from './fmt/number.js';
export { sprint, sprintf, sprintln } from './fmt/print.js';
export { quote, quoteRune, quoteToASCII, unquote } from './fmt/quote.js';
export { goTypeName, isTrue, kindOf } from './fmt/types.js';
export { builtins } from './funcs.js';
export type { Source } from './node.js';
export type { Tree } from './parse.js';
export type { MissingKey, Template } from './state.js';
export { type Entered, TemplateSet, type TemplateSetOptions, templateFunc } from './template.js';
export { type EncodedTree, encodeTree } from './tree-codec.js';
export {
  type Func,
  FuncError,
  type FuncMap,
  GoMap,
  GoObject,
  int64,
  isExported,
  isNilSlice,
  type JsonStruct,
  methodOf,
  nilMap,
  nilSlice,
  type ParamType,
  Sized,
  type SizedKind,
  sliceType,
  type TemplateCall,
  typed,
  type Value,
  withMethods,
} from './value.js';
