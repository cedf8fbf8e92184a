import { authzTimeout, extAuthzs } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzTimeoutHuge: Rule = {
  id: 'extauthz-timeout-huge',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Requests are held for this long when the service hangs: connections and memory run out.',
  docs: {
    checks: 'The timeout of a check is at most ten minutes.',
    seen: 'Live: v1.1.0 and v1.4.1 hold a request while the service does not answer.',
    fix: 'Write a timeout above what the service takes at its slowest, such as 2s.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 11m}}}'),
    correct: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 2s}}}'),
  },
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
