import { get, type Rule } from '@mcpgw/structure';
import { jwtIssuers } from '../views/jwt.js';

export const jwtEmptyAudience: Rule = {
  id: 'jwt-empty-audience',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The list of audiences is empty, which is not the same as any or none.',
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const audiences = get(node, 'audiences');
      if (audiences?.kind === 'list' && audiences.items.length === 0)
        report({
          at: audiences,
          path: [...path, 'audiences'],
          message: 'the list of audiences is empty',
          suggestion: 'name the audiences that are taken',
        });
    }
  },
};
