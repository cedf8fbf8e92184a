import { comparedWith, type Rule } from '@mcpgw/structure';
import { authorizationRules } from '../views/authorization.js';

export const authzNeverMatch: Rule = {
  id: 'authz-never-match',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The rule never holds: with no other rule that allows, every request gets 403.',
  check({ root, report }) {
    for (const { node, path, expression, effect } of authorizationRules(root)) {
      const never =
        expression.trim() === 'false' || comparedWith(expression, 'request.method').some(method => method !== method.toUpperCase());
      if (never)
        report({
          at: node,
          path,
          message: `the rule never holds: ${expression.trim() === 'false' ? 'it is constant false' : 'methods are in upper case'}`,
          suggestion: effect === 'allow' ? 'write what shall be allowed' : 'write what the rule is for',
        });
    }
  },
};
