/** Go text/template (Go 1.26): text → `lex` → `parse` → tree → `compile` → instructions → `exec` → output. */
export { Budget, BudgetError, type BudgetLimits, defaultLimits } from './budget.js';
export { Strings } from './code.js';
export { ExecError, NoTemplateError, ParseError, position } from './errors.js';
export { builtins } from './funcs.js';
export type { Source } from './node.js';
export type { Tree } from './parse.js';
export type { MissingKey, Template } from './state.js';
export { type Entered, TemplateSet, type TemplateSetOptions, templateFunc } from './template.js';
export { type EncodedTree, encodeTree } from './tree-codec.js';
