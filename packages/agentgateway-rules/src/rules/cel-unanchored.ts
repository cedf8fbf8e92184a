import { expressions } from '@mcpgw/agentgateway/internal';
import { type CelNode, celParts, celPath, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** Claims that are lists of words in one text: `scope` of RFC 8693, and `scp` of some providers. */
const listClaims = ['jwt.scope', 'jwt.scp'];

/** A pattern for a path that begins with "/", or for a host, that also fits in the middle of the text. */
function loosePattern(node: CelNode): readonly [string, string] | undefined {
  if (node.type === 'unary' && node.op === '!') return undefined;
  const [arg] = node.type === 'call' && node.name === 'matches' ? node.args : [];
  const name = node.type === 'call' && node.target !== undefined ? celPath(node.target)?.join('.') : undefined;
  if (arg?.type === 'literal' && typeof arg.value === 'string') {
    const isLoosePath = (name === 'request.path' || name === 'request.pathAndQuery') && /^\/\w/.test(arg.value);
    const isLooseHost = name === 'request.host' && !(arg.value.startsWith('^') && arg.value.endsWith('$')) && /\w/.test(arg.value);
    if (isLoosePath || isLooseHost) return [name!, arg.value];
  }
  for (const part of celParts(node)) {
    const found = loosePattern(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A claim that holds several words in one text, searched for a part of it. Of a text, `in` is the same as `contains()`. */
function partOfClaim(node: CelNode): readonly [claim: string, word: string, isList?: true] | undefined {
  if (node.type === 'unary' && node.op === '!') return undefined;
  if (node.type === 'binary' && node.op === 'in' && node.left.type === 'literal' && typeof node.left.value === 'string') {
    const claim = celPath(node.right)?.join('.');
    if (claim === 'jwt.scope') return [claim, node.left.value, true];
  }
  const [arg] = node.type === 'call' && node.name === 'contains' ? node.args : [];
  const name = node.type === 'call' && node.target !== undefined ? celPath(node.target)?.join('.') : undefined;
  if (name !== undefined && listClaims.includes(name) && arg?.type === 'literal' && typeof arg.value === 'string' && /^\w/.test(arg.value))
    return [name, arg.value];
  for (const part of celParts(node)) {
    const found = partOfClaim(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const celUnanchored: Rule = {
  id: 'cel-unanchored',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The functions `matches()` and `contains()` look anywhere in the text: a path, host or scope that only contains it is allowed too.',
  docs: {
    checks:
      'Rules that allow or require a path by a pattern that begins with "/" anchor it with "^", patterns for hosts have "^" and "$", and scopes are compared as whole words. An info for `in jwt.scope`, because some issuers send a list.',
    seen: 'Live: v1.4.1 lets `/secret/public` pass with the rule `request.path.matches("/public")`; in v0.12.0 and v1.1.0 `matches()` looks anywhere in the text too. All three find `admin` in `read not-admin` with `contains("admin")`, and not with `"admin" in ... .split(" ")`. v1.4.1 also lets `scope: "read not-admin"` pass with `"admin" in jwt.scope`, and not the list `["not-admin"]`.',
    fix: 'Write "^" before the pattern, or use `startsWith()`. Compare a scope as `"admin" in jwt.scope.split(" ")`.',
    wrong: onRoute(`authorization: {rules: ['request.path.matches("/public")']}`),
    correct: onRoute(`authorization: {rules: ['request.path.matches("^/public(/|$)")']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, use, tree } of expressions(root, version)) {
      const part = use === 'allow' || use === 'require' ? partOfClaim(tree) : undefined;
      if (part !== undefined)
        report({
          at: node,
          path,
          message: `"${part[1]}" is found inside other words of ${part[0]}, so "not-${part[1]}" is allowed too`,
          suggestion: `write: "${part[1]}" in ${part[0]}.split(" ")`,
          ...(part[2] === undefined ? {} : { severity: 'info' }),
        });
      const found = use === 'allow' || use === 'require' ? loosePattern(tree) : undefined;
      if (found === undefined) continue;
      const [name, pattern] = found;
      report({
        at: node,
        path,
        message: `"${pattern}" is found anywhere in ${name}, so more is allowed than it says`,
        suggestion: name === 'request.host' ? 'write "^" before and "$" after the pattern' : `write "^${pattern}"`,
      });
    }
  },
};
