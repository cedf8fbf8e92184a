import { get, type Rule, text } from '@mcpgw/structure';
import { policiesNamed } from '../views/views.js';

export const jwtPermissive: Rule = {
  id: 'jwt-permissive',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Even wrong tokens pass: whatever the claims say is not checked.',
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'jwtAuth')) {
      const mode = get(node, 'mode');
      if (text(mode) === 'permissive')
        report({
          at: mode!,
          path: [...path, 'mode'],
          message: 'in mode "permissive" requests with a wrong token pass',
          suggestion: 'use "mode: strict"',
        });
    }
  },
};
