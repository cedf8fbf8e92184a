import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';
import { authorizationRules } from '../views/authorization.js';

export const authzNeedsJwt: Rule = {
  id: 'authz-needs-jwt',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The rule reads claims of a token, and no token is checked anywhere on the way: it never holds.',
  check({ root, report }) {
    for (const rule of authorizationRules(root)) {
      if (rule.effect === 'deny' || rule.jwt !== 'none' || !readsVariable(rule.expression, 'jwt') || guardsVariable(rule.expression, 'jwt'))
        continue;
      report({
        at: rule.node,
        path: rule.path,
        message: 'the rule reads "jwt", but no token is checked here',
        suggestion: 'add jwtAuth to the listener or the route',
      });
    }
  },
};
