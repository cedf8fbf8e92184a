import { get, type Rule, text } from '@mcpgw/structure';
import { checksOf } from '../objects/policies.js';

export const policyExtauthFailOpen: Rule = {
  id: 'policy-extauth-fail-open',
  severity: 'warning',
  kinds: ['manifest'],
  since: '1.1.0',
  why: 'When the authorization service fails, is missing or is too slow, every request passes.',
  check({ root, report }) {
    for (const check of checksOf(root)) {
      const mode = get(check.node, 'failureMode');
      if (!check.policy.own || text(mode) !== 'FailOpen') continue;
      report({
        at: mode!,
        path: [...check.path, 'failureMode'],
        message: 'when the authorization service fails, is missing or is too slow, every request passes',
        suggestion: 'use "FailClosed"',
      });
    }
  },
};
