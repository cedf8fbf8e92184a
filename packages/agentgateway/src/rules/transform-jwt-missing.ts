import { guardsVariable, type Rule, readsVariable } from '@mcpgw/structure';
import { transformExpressions } from '../views/transformations.js';

export const transformJwtMissing: Rule = {
  id: 'transform-jwt-missing',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The expression reads claims of a token, and no token is checked anywhere on the way: the header is not set.',
  check({ root, report }) {
    for (const { node, path, expression, jwt } of transformExpressions(root)) {
      if (jwt !== 'none' || !readsVariable(expression, 'jwt') || guardsVariable(expression, 'jwt')) continue;
      report({
        at: node,
        path,
        message: 'the expression reads "jwt", but no token is checked here',
        suggestion: 'add jwtAuth to the listener or the route',
      });
    }
  },
};
