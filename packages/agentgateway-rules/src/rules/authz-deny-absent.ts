import { expressions } from '@mcpgw/agentgateway/internal';
import { type CelNode, celParts, celPath, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The header or query value that an expression needs and compares with "!=" or below "!". */
function negatedHeader(node: CelNode, negated = false): string | undefined {
  const isNot = node.type === 'unary' && node.op === '!';
  if (node.type === 'call' && (node.name === 'has' || node.name === 'default' || node.name === 'coalesce')) return undefined;
  if (node.type === 'binary' && (node.op === '&&' || node.op === '||') && guards(node.left)) return undefined;
  const path = celPath(node);
  if (path !== undefined) return negated && path[0] === 'request' && path[1] === 'headers' && path.length === 3 ? path[2] : undefined;
  const inner = isNot ? !negated : node.type === 'binary' && (node.op === '!=' || isNothing(node)) ? true : negated;
  for (const part of celParts(node)) {
    const found = negatedHeader(part, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether something is compared with an empty text or null, as if an absent header were one of them. */
const isNothing = (node: CelNode & { readonly type: 'binary' }): boolean =>
  node.op === '==' && [node.left, node.right].some(side => side.type === 'literal' && (side.value === '' || side.value === null));

const guards = (node: CelNode): boolean =>
  (node.type === 'call' && node.name === 'has') || (node.type === 'binary' && node.op === 'in') || celParts(node).some(guards);

export const authzDenyAbsent: Rule = {
  id: 'authz-deny-absent',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without the header the expression fails, and a rule that fails denies nobody: leaving out the header is enough to pass.',
  docs: {
    checks: 'Rules that deny by a missing, empty or different header say what happens without the header.',
    seen: 'Live: v1.1.0 and v1.4.1: with `deny: \'request.headers["x-role"] != "admin"\'` a request without the header passes, and one with another value gets 403.',
    fix: 'Write it as `require`, or give a default: `default(request.headers["x-role"], "") != "admin"`.',
    wrong: onRoute(`authorization: {rules: [{deny: 'request.headers["x-role"] != "admin"'}]}`),
    correct: onRoute(`authorization: {rules: [{deny: 'default(request.headers["x-role"], "") != "admin"'}]}`),
  },
  check({ root, version, report }) {
    for (const { node, path, tree, use } of expressions(root, version)) {
      const header = use === 'deny' ? negatedHeader(tree) : undefined;
      if (header === undefined) continue;
      report({
        at: node,
        path,
        message: `a request without the header "${header}" passes: the rule fails without it, and then denies nobody`,
        suggestion: `write it as "require", or default(request.headers["${header}"], "")`,
      });
    }
  },
};
