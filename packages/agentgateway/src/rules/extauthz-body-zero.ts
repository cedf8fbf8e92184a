import { get, type Rule } from '@mcpgw/structure';
import { extAuthzs } from '../views/ext-authz.js';
import { integerOf } from '../views/views.js';

export const extauthzBodyZero: Rule = {
  id: 'extauthz-body-zero',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without maxRequestBytes nothing of the body is sent: the default is 0, not 8192.',
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const body = get(authz.node, 'includeRequestBody');
      if (body?.kind !== 'map' && body?.kind !== 'list') continue;
      if ((integerOf(get(body, 'maxRequestBytes')) ?? 0) > 0) continue;
      report({
        at: get(body, 'maxRequestBytes') ?? body,
        path: [...authz.path, 'includeRequestBody'],
        message: 'no byte of the body is sent: maxRequestBytes is 0 when it is left out',
        suggestion: 'add "maxRequestBytes: 8192" or more',
      });
    }
  },
};
