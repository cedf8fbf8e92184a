import { at, type Rule } from '@mcpgw/structure';
import { extAuthzs } from '../views/ext-authz.js';

export const extauthzBodyPartial: Rule = {
  id: 'extauthz-body-partial',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A longer body is cut: the service judges JSON without its end.',
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const partial = at(authz.node, 'includeRequestBody', 'allowPartialMessage');
      if (partial?.kind !== 'scalar' || partial.value !== true) continue;
      report({
        at: partial,
        path: [...authz.path, 'includeRequestBody', 'allowPartialMessage'],
        message: 'a longer body is cut, and the service judges JSON without its end',
        suggestion: 'use "allowPartialMessage: false" and a larger maxRequestBytes',
      });
    }
  },
};
