import type { Rule } from '@mcpgw/structure';
import { authzTimeout, extAuthzs } from '../views/ext-authz.js';

export const extauthzTimeoutTiny: Rule = {
  id: 'extauthz-timeout-tiny',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'No authorization service answers in this time: every check fails.',
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const timeout = authzTimeout(root, authz, version);
      if (timeout === undefined || timeout.node === undefined || !(timeout.value > 0n && timeout.value < 5_000_000n)) continue;
      report({
        at: timeout.node,
        path: timeout.path,
        message: 'no service answers in this time: every check fails',
        suggestion: 'write a time such as "2s"',
      });
    }
  },
};
