import { at, type Rule } from '@mcpgw/structure';
import { extAuthzs } from '../views/ext-authz.js';
import { integerOf } from '../views/views.js';

const least = 1024;

export const extauthzBodySmall: Rule = {
  id: 'extauthz-body-small',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Bodies longer than this are cut before v1.4 and refused from v1.4; a tool call is usually longer.',
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const bytes = at(authz.node, 'includeRequestBody', 'maxRequestBytes');
      const value = integerOf(bytes);
      if (value === undefined || value === 0 || value >= least) continue;
      report({
        at: bytes!,
        path: [...authz.path, 'includeRequestBody', 'maxRequestBytes'],
        message: `tool calls are usually longer than ${value} bytes`,
        suggestion: 'use 8192 or more',
      });
    }
  },
};
