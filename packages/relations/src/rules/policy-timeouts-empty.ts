import { get, type Rule } from '@mcpgw/structure';
import { onGateway } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

export const policyTimeoutsEmpty: Rule = {
  id: 'policy-timeouts-empty',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server accepts timeouts without "request", and the controller reads the missing value: it ends with a nil pointer error while it translates the policy.',
  docs: {
    checks: 'The timeouts of a policy name the timeout of the request.',
    fix: 'Write timeouts.request, or remove timeouts.',
    wrong: onGateway('traffic: {timeouts: {}}'),
    correct: onGateway('traffic: {timeouts: {request: 30s}}'),
  },
  check({ root, report }) {
    for (const { node, path } of fieldsNamed(root, 'timeouts', 'traffic'))
      if (node.kind === 'map' && get(node, 'request') === undefined)
        report({
          at: node,
          path,
          message: 'the controller fails on timeouts without "request"',
          suggestion: 'add "request", or remove "timeouts"',
        });
  },
};
