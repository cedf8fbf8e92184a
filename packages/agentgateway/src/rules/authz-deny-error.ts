import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';
import { authorizationRules } from '../views/authorization.js';

export const authzDenyError: Rule = {
  id: 'authz-deny-error',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without a token the rule fails to run, and a rule that fails denies nobody.',
  check({ root, report }) {
    for (const rule of authorizationRules(root)) {
      if (rule.effect !== 'deny' || !readsVariable(rule.expression, 'jwt') || guardsVariable(rule.expression, 'jwt') || rule.jwt !== 'none')
        continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'no token is checked here, so this rule fails to run and denies nobody',
        suggestion: 'add jwtAuth with "mode: strict"',
      });
    }
  },
};
