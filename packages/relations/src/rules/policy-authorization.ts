import { judgeExpression } from '@mcpgw/agentgateway';
import { at, get, guardsVariable, items, type Node, type Rule, readsVariable, text, yes } from '@mcpgw/structure';
import { type FieldView, fieldsNamed } from '../objects/fields.js';
import { type ObjectView, ofKind } from '../objects/objects.js';

/** Where the identity that a variable holds is checked. */
const checkedBy: Readonly<Record<string, readonly string[][]>> = Object.assign(Object.create(null), {
  jwt: [
    ['traffic', 'jwtAuthentication'],
    ['backend', 'mcp', 'authentication'],
  ],
  apiKey: [['traffic', 'apiKeyAuthentication']],
  basicAuth: [['traffic', 'basicAuthentication']],
});

/** Whether some given policy or backend checks an identity. Targets are not compared: a policy of a Gateway holds for its routes. */
function isChecked(stream: Node, variable: string): boolean {
  const places = checkedBy[variable] ?? [];
  return (
    ofKind(stream, 'AgentgatewayPolicy').some(({ node }) => places.some(path => at(node, 'spec', ...path) !== undefined)) ||
    (variable === 'jwt' &&
      ofKind(stream, 'AgentgatewayBackend').some(({ node }) => at(node, 'spec', 'policies', 'mcp', 'authentication') !== undefined))
  );
}

interface Said {
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'info';
}

/** What is wrong with a condition by itself, whoever calls. */
function constantProblem(expression: string, action: string, count: number, version: string): Said | undefined {
  const judged = judgeExpression(expression, version);
  if (judged === undefined) return undefined;
  if (judged.unknown.length > 0)
    return {
      message: `agentgateway v${version} has no "${judged.unknown[0]}": the rule always fails`,
      suggestion: 'correct the name; the CEL reference of agentgateway lists variables and functions',
    };
  if (judged.type !== undefined && judged.type !== 'bool')
    return {
      message: 'the rule gives a value that is neither true nor false, and so never holds',
      suggestion: 'compare it, such as: request.path == "/x"',
    };
  const reason = judged.constants[0]?.message ?? `"${expression}" is constant`;
  if ((judged.outcomes & yes) === 0)
    return { message: `the rule never holds: ${reason}`, suggestion: 'write a condition that can be true' };
  if (judged.outcomes !== yes) return undefined;
  if (action === 'Deny') return { message: 'the rule denies every request', suggestion: 'write what shall be denied' };
  return count > 1 && action === 'Allow'
    ? { message: 'one rule that allows is enough: beside this one, the others have no effect', suggestion: 'remove it' }
    : undefined;
}

function problem(stream: Node, expression: string, action: string, count: number, owner: ObjectView, version: string): Said | undefined {
  const plain = expression.trim();
  const constant = constantProblem(plain, action, count, version);
  if (constant !== undefined) return constant;
  for (const variable of Object.keys(checkedBy)) {
    if (!readsVariable(plain, variable) || guardsVariable(plain, variable) || isChecked(stream, variable)) continue;
    const whole = ofKind(stream, 'Gateway').length > 0 || owner.kind === 'AgentgatewayBackend';
    const effect = action === 'Deny' ? 'denies nobody' : 'never holds';
    return {
      message: `the rule reads "${variable}", and no given policy checks who the caller is: it ${effect}`,
      suggestion: `add ${checkedBy[variable]![0]!.at(-1)}`,
      ...(whole ? {} : { severity: 'info' }),
    };
  }
  return undefined;
}

const expressionsOf = (field: FieldView): readonly Node[] => items(at(field.node, 'policy', 'matchExpressions'));

export const policyAuthorization: Rule = {
  id: 'policy-authorization',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The authorization rule does not do what it says: it lets everything pass, or nothing.',
  docs: {
    checks:
      'Every expression of an authorization policy: it is true or false, not constant, methods are in upper case, and the identity that it reads (jwt, apiKey, basicAuth) is checked by a given policy. The last is an info if no Gateway is given, because the check may be in a policy of the cluster.',
    fix: 'Write a comparison, and add the authentication whose result the rule reads.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {authorization: {action: Deny, policy: {matchExpressions: ['request.method == "delete"']}}}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
metadata: {name: rules}
spec:
  targetRefs: [{group: gateway.networking.k8s.io, kind: Gateway, name: edge}]
  traffic: {authorization: {action: Deny, policy: {matchExpressions: ['request.method == "DELETE"']}}}
`,
  },
  check({ root, version, report }) {
    for (const field of [...fieldsNamed(root, 'authorization'), ...fieldsNamed(root, 'networkAuthorization')]) {
      const expressions = expressionsOf(field);
      const action = text(get(field.node, 'action')) ?? 'Allow';
      expressions.forEach((node, index) => {
        const said = text(node) === undefined ? undefined : problem(root, text(node)!, action, expressions.length, field.owner, version);
        if (said !== undefined) report({ at: node, path: [...field.path, 'policy', 'matchExpressions', index], ...said });
      });
    }
  },
};
