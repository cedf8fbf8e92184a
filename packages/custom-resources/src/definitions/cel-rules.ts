/** CEL rules of definitions (`x-kubernetes-validations`), evaluated as the API server does when it creates an object. */
import type { Path } from '@mcpgw/diagnostics';
import { at, type Node, type Refusal } from '@mcpgw/structure';
import { type Evaluated, type Expression, expressionOf } from './cel-expression.js';
import type { StructuralSchema, ValidationRule } from './schema.js';
import { type CelValue, celValueOf } from './schema-value.js';

/** The state that the rules of one check share: the rules that were already reported as not evaluated. */
export interface RuleSet {
  readonly unchecked: Set<string>;
}

/** Reports the rules of its schema that a value violates, and those that could not be evaluated. */
export function ruleRefusals(node: Node, schema: StructuralSchema, expressions: readonly ValidationRule[], rules: RuleSet): Refusal[] {
  const value = celValueOf(node, schema);
  return expressions.flatMap(rule => refusalsOf(node, rule, value, rules));
}

function refusalsOf(node: Node, rule: ValidationRule, self: CelValue, rules: RuleSet): Refusal[] {
  const expression = expressionOf(rule.rule);
  if (isForUpdates(expression, rule)) return [];
  const result = expression.evaluate(self);
  if ('unknown' in result) return notChecked(node, rule, result.unknown, rules);
  if (result.value === true) return [];
  return [failed(node, rule, result, self)];
}

/** Whether a rule compares with the old object. Such rules do not apply to new objects. */
const isForUpdates = (expression: Expression, { optionalOldSelf }: ValidationRule): boolean =>
  expression.usesOldSelf && optionalOldSelf !== true;

function notChecked(node: Node, { rule }: ValidationRule, reason: string, { unchecked }: RuleSet): Refusal[] {
  if (unchecked.has(rule)) return [];
  unchecked.add(rule);
  const message = `not checked: the rule ${shown(rule)} of the definition (${reason})`;
  return [{ node, rule: 'cel-not-checked', severity: 'info', message, suggestion: 'ask a server: kubectl apply --dry-run=server' }];
}

function failed(node: Node, rule: ValidationRule, result: Exclude<Evaluated, { unknown: string }>, self: CelValue): Refusal {
  const own = rule.messageExpression === undefined ? undefined : messageOf(rule.messageExpression, self);
  const reason = 'failure' in result ? ` (${result.failure})` : '';
  const message = `${own ?? rule.message?.trim() ?? `the rule of the definition does not hold: ${shown(rule.rule)}`}${reason}`;
  const place = rule.fieldPath === undefined ? undefined : placeOf(node, rule.fieldPath);
  const suggestion = (own ?? rule.message) ? `the definition asks for: ${shown(rule.rule)}` : undefined;
  return { node: place?.node ?? node, rule: 'cel-rule', message, ...(place && { at: place.path }), ...(suggestion && { suggestion }) };
}

function messageOf(expression: string, self: CelValue): string | undefined {
  const result = expressionOf(expression).evaluate(self);
  return 'value' in result && typeof result.value === 'string' && result.value.trim() !== '' ? result.value.trim() : undefined;
}

/** The value at a path such as `.spec.size` or `.labels['a.b']`; missing parts of the path are skipped. */
function placeOf(node: Node, fieldPath: string): { readonly node: Node; readonly path: Path } | undefined {
  const path = [...fieldPath.matchAll(/\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]/g)].map(([, name, quoted]) => name ?? quoted!);
  for (let length = path.length; length > 0; length--) {
    const found = at(node, ...path.slice(0, length));
    if (found !== undefined) return { node: found, path: path.slice(0, length) };
  }
  return undefined;
}

const shown = (rule: string): string => {
  const line = rule.trim().replace(/\s+/g, ' ');
  return line.length <= 120 ? line : `${line.slice(0, 120)}…`;
};
