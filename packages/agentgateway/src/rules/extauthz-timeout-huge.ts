import type { Rule } from '@mcpgw/structure';
import { authzTimeout, extAuthzs } from '../views/ext-authz.js';

export const extauthzTimeoutHuge: Rule = {
  id: 'extauthz-timeout-huge',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Requests are held for this long when the service hangs: connections and memory run out.',
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const timeout = authzTimeout(root, authz, version);
      if (timeout === undefined || timeout.node === undefined || !(timeout.value > 600_000_000_000n)) continue;
      report({
        at: timeout.node,
        path: timeout.path,
        message: 'requests are held for this long when the service hangs',
        suggestion: 'write a time such as "10s"',
      });
    }
  },
};
