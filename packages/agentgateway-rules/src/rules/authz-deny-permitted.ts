import { authorizationRules, identityVariables } from '@mcpgw/agentgateway/internal';
import { type CelNode, celParts, celPath, celTree, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Claims that say what somebody may do. */
const permissions: ReadonlySet<string> = new Set(['scope', 'scopes', 'scp', 'permissions', 'entitlements']);
/** Names of those who are usually let in. */
const privileged =
  /(?:^|[^a-z])(?:admins?|administrators?|owners?|operators?|maintainers?|staff|employees?|members?|trusted|allowed|permitted|authorized|internal)(?:$|[^a-z])/i;

interface Condition {
  /** It reads who calls. */
  readonly isIdentity: boolean;
  /** It compares with something that permits, or with a name of those who are let in. */
  readonly isPermission: boolean;
  /** It says what is not so, or reads something else. */
  readonly isOther: boolean;
}

const join = (parts: readonly Condition[], own: Condition): Condition => ({
  isIdentity: own.isIdentity || parts.some(part => part.isIdentity),
  isPermission: own.isPermission || parts.some(part => part.isPermission),
  isOther: own.isOther || parts.some(part => part.isOther),
});

function conditionOf(node: CelNode): Condition {
  const path = celPath(node);
  const isIdentity = path !== undefined && identityVariables.has(path[0]!);
  const own = {
    isIdentity,
    isPermission:
      (isIdentity && permissions.has(path.at(-1)!)) ||
      (node.type === 'literal' && typeof node.value === 'string' && privileged.test(node.value)),
    isOther:
      (path !== undefined && !isIdentity && ['request', 'source', 'mcp', 'llm'].includes(path[0]!)) ||
      (node.type === 'unary' && node.op === '!') ||
      (node.type === 'binary' && node.op === '!='),
  };
  return path === undefined ? join(celParts(node).map(conditionOf), own) : own;
}

export const authzDenyPermitted: Rule = {
  id: 'authz-deny-permitted',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A rule that denies refuses those for whom it holds and lets all others pass: written with the condition of those who may call, it keeps out exactly them.',
  docs: {
    checks:
      'Policies whose only rules deny, with a condition about who calls that something is so: a scope or permission, or a group or role whose name is that of people who are usually let in, such as `admin`. Conditions with a negation, or about the request too, are left alone.',
    seen: 'Live, with another condition: v1.1.0 and v1.4.1 let every request pass for which no rule that denies holds, if no rule allows.',
    fix: 'Write the condition as a rule that allows, or as one that is required; or negate it.',
    wrong: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}\nauthorization: {rules: [{deny: '"admin" in jwt.roles'}]}`,
    ),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://idp.example.com", audiences: [gateway], jwks: {url: "https://idp.example.com/keys"}}\nauthorization: {rules: [{require: '"admin" in jwt.roles'}]}`,
    ),
  },
  check({ root, report }) {
    for (const { node, path, effect, expression, siblings } of authorizationRules(root)) {
      if (effect !== 'deny' || siblings.some(other => other.effect !== 'deny')) continue;
      const tree = celTree(expression);
      const condition = tree === undefined ? undefined : conditionOf(tree);
      if (condition?.isIdentity !== true || !condition.isPermission || condition.isOther) continue;
      report({
        at: node,
        path,
        message: 'those for whom this holds are refused, and everybody else passes: it reads as the condition of those who may call',
        suggestion: 'write it as a rule that allows or is required, or negate it',
      });
    }
  },
};
