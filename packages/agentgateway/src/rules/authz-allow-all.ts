import type { Rule } from '@mcpgw/structure';
import { authorizationRules, isAllow } from '../views/authorization.js';

export const authzAllowAll: Rule = {
  id: 'authz-allow-all',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'One rule that allows is enough: beside a rule that is always true, the others have no effect.',
  check({ root, report }) {
    for (const rule of authorizationRules(root)) {
      const others = rule.siblings.filter(other => other !== rule.node);
      if (rule.effect !== 'allow' || rule.expression.trim() !== 'true' || !others.some(isAllow)) continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'this rule allows everything, so the other rules that allow have no effect',
        suggestion: 'remove it, or write the others as "deny" or "require"',
      });
    }
  },
};
