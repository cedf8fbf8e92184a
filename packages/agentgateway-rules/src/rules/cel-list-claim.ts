import { expressions } from '@mcpgw/agentgateway/internal';
import { type CelNode, celParts, celPath, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Claims that issuers fill with a list. */
const lists = /^(?:groups|roles|permissions|entitlements|amr|wids|teams)$/;

/** The claim of a list that a part of an expression compares as if it were one text. */
function comparedList(node: CelNode): string | undefined {
  if (node.type === 'binary' && ['==', '!=', 'in'].includes(node.op)) {
    const sides = node.op === 'in' ? [node.left] : [node.left, node.right];
    const isText =
      node.op === 'in' ? node.right.type === 'list' : sides.some(side => side.type === 'literal' && typeof side.value === 'string');
    const claim = sides.map(side => celPath(side)).find(path => path?.[0] === 'jwt' && lists.test(path.at(-1)!));
    if (isText && claim !== undefined) return claim.join('.');
  }
  for (const part of celParts(node)) {
    const found = comparedList(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const celListClaim: Rule = {
  id: 'cel-list-claim',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Issuers usually fill such a claim with a list, and a list never equals a string.',
  docs: {
    checks:
      'Claims such as `groups` and `roles` are looked into with `in`, and not compared with a string or looked up in a list of strings.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 answer 403 to every request with the rule `["a"] in ["a", "b"]`: the whole list is looked for.',
    fix: 'Write `"admin" in jwt.groups`, or `jwt.groups.exists(group, group in ["admin", "owner"])`.',
    wrong: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://id.example", audiences: [a], jwks: {url: "https://id.example/keys"}}\nauthorization: {rules: ['jwt.groups == "admin"']}`,
    ),
    correct: onRoute(
      `jwtAuth: {mode: strict, issuer: "https://id.example", audiences: [a], jwks: {url: "https://id.example/keys"}}\nauthorization: {rules: ['"admin" in jwt.groups']}`,
    ),
  },
  check({ root, version, report }) {
    for (const { node, path, tree } of expressions(root, version)) {
      const claim = comparedList(tree);
      if (claim !== undefined)
        report({
          at: node,
          path,
          message: `${claim} usually is a list, which never equals a string`,
          suggestion: `write "..." in ${claim}`,
        });
    }
  },
};
