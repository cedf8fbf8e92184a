import { get, type Rule } from '@mcpgw/structure';
import { integerOf, listed, policiesNamed } from '../views/views.js';

export const retry200: Rule = {
  id: 'retry-200',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Answers that say success are asked for again.',
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'retry').flatMap(policy =>
      listed(get(policy.node, 'codes'), [...policy.path, 'codes']),
    )) {
      const code = integerOf(node);
      if (code !== undefined && code < 400)
        report({ at: node, path, message: `${code} is no failure, and is retried all the same`, suggestion: 'retry 502, 503 and 504' });
    }
  },
};
