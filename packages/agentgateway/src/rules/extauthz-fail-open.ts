import { get, type Rule, text } from '@mcpgw/structure';
import { extAuthzs } from '../views/ext-authz.js';

export const extauthzFailOpen: Rule = {
  id: 'extauthz-fail-open',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'When the authorization service fails, every request passes.',
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const mode = get(authz.node, 'failureMode');
      if (text(mode) !== 'allow' && get(mode, 'allow') === undefined) continue;
      report({
        at: mode!,
        path: [...authz.path, 'failureMode'],
        message: 'when the authorization service fails, every request passes',
        suggestion: 'use "deny", or "denyWithStatus: 503"',
      });
    }
  },
};
