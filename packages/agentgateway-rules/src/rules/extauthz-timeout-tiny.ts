import { authzTimeout, extAuthzs } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzTimeoutTiny: Rule = {
  id: 'extauthz-timeout-tiny',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'No authorization service answers in this time: every check fails.',
  docs: {
    checks: 'The timeout of a check is long enough for a call over a network.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 403.',
    fix: 'Write a timeout above what the service takes at its slowest, such as 2s.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 1ms}}}'),
    correct: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 2s}}}'),
  },
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
