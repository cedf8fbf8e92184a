import { expressions } from '@mcpgw/agentgateway/internal';
import { type CelNode, celParts, celPath, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

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

export const celUnanchored: Rule = {
  id: 'cel-unanchored',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The function `matches()` looks for the pattern anywhere in the text: a path or host that only contains it is allowed too.',
  docs: {
    checks:
      'Rules that allow or require a path by a pattern that begins with "/" anchor it with "^", and patterns for hosts have "^" and "$".',
    seen: 'Live: v1.4.1 lets `/secret/public` pass with the rule `request.path.matches("/public")`; in v0.12.0 and v1.1.0 `matches()` looks anywhere in the text too.',
    fix: 'Write "^" before the pattern, or use `startsWith()`.',
    wrong: onRoute(`authorization: {rules: ['request.path.matches("/public")']}`),
    correct: onRoute(`authorization: {rules: ['request.path.matches("^/public(/|$)")']}`),
  },
  check({ root, version, report }) {
    for (const { node, path, use, tree } of expressions(root, version)) {
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
