/** Go text/template (Go 1.26): text → `lex` → `parse` → tree → `compile` → instructions → `exec` → output. */
export { Budget, BudgetError, type BudgetLimits, defaultLimits } from './budget.js';
export { ExecError, NoTemplateError, ParseError, position } from './errors.js';
export { builtins } from './funcs.js';
export {
  type ActionNode,
  type BranchNode,
  ChainNode,
  CommandNode,
  FieldNode,
  IdentifierNode,
  type Node,
  PipeNode,
  StringNode,
  type TemplateNode,
  type TextNode,
  VariableNode,
} from './node.js';
export type { MissingKey } from './state.js';
export { TemplateSet, type TemplateSetOptions, templateFunc } from './template.js';
export type { Tree } from './tree.js';
export { parseText, type Visitor, walk } from './walk.js';
