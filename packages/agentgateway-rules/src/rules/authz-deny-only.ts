import { authorizationRules } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const authzDenyOnly: Rule = {
  id: 'authz-deny-only',
  severity: 'warning',
  kinds: ['agentgateway'],
  until: '1.0.0',
  why: 'Up to v0.12 a request that no rule allows is refused, even if there are only rules that deny.',
  docs: {
    checks: 'An authorization policy for v0.12 has a rule that allows.',
    seen: 'Live: v0.12.0 answers 403 to every request with a single rule that denies; v1.1.0 and v1.4.1 let the others pass.',
    fix: 'Add the rule `true`, which allows everything that is not denied.',
    wrong: onRoute(`authorization: {rules: [{deny: 'request.path.startsWith("/admin")'}]}`),
    correct: onRoute(`authorization: {rules: [{deny: 'request.path.startsWith("/admin")'}, 'true']}`),
    version: '0.12.0',
  },
  check({ root, report }) {
    for (const { node, path, effect, siblings } of authorizationRules(root)) {
      if (effect !== 'deny' || siblings.some(other => other.effect === 'allow') || siblings[0]?.node !== node) continue;
      report({
        at: node,
        path,
        message: 'no rule allows anything, so this version refuses every request',
        suggestion: 'add the rule "true"',
      });
    }
  },
};
