import { get, type Rule, text } from '@mcpgw/structure';
import { policiesNamed } from '../views/views.js';

export const mcpAuthnOptional: Rule = {
  id: 'mcp-authn-optional',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A request without a token passes and gets no 401, so clients never start the login.',
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'mcpAuthentication')) {
      const mode = get(node, 'mode');
      const value = text(mode);
      if (value === 'optional' || value === 'permissive')
        report({
          at: mode!,
          path: [...path, 'mode'],
          message: `mcpAuthentication in mode "${value}" lets requests without a valid token pass`,
          suggestion: 'use "mode: strict"',
        });
    }
  },
};
