import { authzTimeout, extAuthzs } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzTimeoutZero: Rule = {
  id: 'extauthz-timeout-zero',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'With a timeout of zero a check fails, but for chance.',
  docs: {
    checks: 'The timeout of a check is above 0.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 403 at once; one of several calls of a service on the same machine came through in v1.1.0.',
    fix: 'Write a timeout such as 2s.',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: "0"}}}'),
    correct: onRoute('extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 2s}}}'),
  },
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const timeout = authzTimeout(root, authz, version);
      if (timeout === undefined || timeout.node === undefined || !(timeout.value === 0n)) continue;
      report({
        at: timeout.node,
        path: timeout.path,
        message: 'a timeout of zero makes every check fail',
        suggestion: 'write a time such as "2s"',
      });
    }
  },
};
