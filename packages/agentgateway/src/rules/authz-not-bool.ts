import { isNotBoolean, type Rule } from '@mcpgw/structure';
import { authorizationRules } from '../views/authorization.js';

export const authzNotBool: Rule = {
  id: 'authz-not-bool',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The rule gives no true or false, so it never holds.',
  check({ root, report }) {
    for (const { node, path, expression } of authorizationRules(root)) {
      if (isNotBoolean(expression))
        report({
          at: node,
          path,
          message: 'the rule gives a value that is neither true nor false, and so never holds',
          suggestion: 'compare it, such as: request.path == "/x"',
        });
    }
  },
};
