import { nearest } from '@mcpgw/diagnostics';
import { celTokens, listNames, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

const ofRequest = ['object', 'oldObject', 'request', 'authorizer', 'namespaceObject'];
const ofPolicy = [...ofRequest, 'params', 'variables'];
/** Fields with expressions by type, and the variables that they may read; `isBoolean`: the first one must evaluate to a boolean. */
const places: Readonly<Record<string, { fields: readonly string[]; variables: readonly string[]; isBoolean: boolean }>> = {
  MatchCondition: { fields: ['expression'], variables: ofPolicy, isBoolean: true },
  Validation: { fields: ['expression', 'messageExpression'], variables: ofPolicy, isBoolean: true },
  PolicyVariable: { fields: ['expression'], variables: ofPolicy, isBoolean: false },
  AuditAnnotation: { fields: ['valueExpression'], variables: ofPolicy, isBoolean: false },
  CELDeviceSelector: { fields: ['expression'], variables: ['device'], isBoolean: true },
  ValidationRule: { fields: ['rule', 'messageExpression'], variables: ['self', 'oldSelf'], isBoolean: true },
};

export const celVariables: ObjectRule = {
  id: 'cel-variables',
  severity: 'error',
  on: Object.keys(places),
  why: 'An expression reads the variables of its place only, and a condition returns true or false.',
  check(node, context) {
    const place = places[context.types[0]!];
    if (place === undefined) return;
    for (const [index, field] of place.fields.entries()) {
      const text = textAt(node, field);
      const known = context.kind.endsWith('WebhookConfiguration') ? ofRequest : place.variables;
      const unknown = freeNames(text).find(name => !known.includes(name));
      if (unknown !== undefined) report(field, unknown, known, context);
      else if (place.isBoolean && index === 0 && /^\s*(?:-?[\d.]+|"[^"]*"|'[^']*')\s*$/.test(text))
        context.report([field], 'the expression returns a value, not true or false', 'compare it with something');
    }
  },
};

function report(field: string, name: string, variables: readonly string[], context: ObjectContext): void {
  const near = nearest(name, variables);
  const suggestion = near === undefined ? `known here: ${listNames(variables, 'and', '')}` : `did you mean "${near}"?`;
  context.report([field], `no variable is called "${name}" here`, suggestion);
}

const words = new Set(
  'true false null in int uint double bool string bytes list map type null_type dyn timestamp duration optional optional_type google net k8s kubernetes cel math sets strings ip cidr url quantity semver format'.split(
    ' ',
  ),
);
const binds =
  /(?:\.(?:all|exists|exists_one|existsOne|map|filter|sortBy|transformList|transformMap|optMap|optFlatMap)|cel\.bind)\(\s*([A-Za-z_]\w*)\s*,(?:\s*([A-Za-z_]\w*)\s*,)?/g;

/** Names in an expression that are not fields, functions, types or variables of a macro. */
function freeNames(text: string): string[] {
  const bound = new Set([...text.matchAll(binds)].flatMap(([, one, two]) => [one, two]));
  const tokens = celTokens(text);
  return tokens.filter((name, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (!/^[A-Za-z_]\w*$/.test(name) || words.has(name) || bound.has(name)) return false;
    const isField = before === '.' || (before === '?' && tokens[index - 2] === '.');
    return !isField && before !== '`' && after !== '(' && after !== ':' && after !== '{' && !isPrefix(name, after);
  });
}

/** The prefix of a literal: r"..." or b'...'. */
const isPrefix = (name: string, after: string | undefined): boolean => /^[rRbB]{1,2}$/.test(name) && /^["']/.test(after ?? '');
