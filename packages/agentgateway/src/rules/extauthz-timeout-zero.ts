import type { Rule } from '@mcpgw/structure';
import { authzTimeout, extAuthzs } from '../views/ext-authz.js';

export const extauthzTimeoutZero: Rule = {
  id: 'extauthz-timeout-zero',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'With a timeout of zero every check fails.',
  docs: {
    checks: 'The timeout of a check is above 0.',
    fix: 'Write a timeout such as 2s.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: "0"}}}
      backends:
      - host: "127.0.0.1:8080"
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 2s}}}
      backends:
      - host: "127.0.0.1:8080"
`,
  },
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const timeout = authzTimeout(root, authz, version);
      if (timeout === undefined || timeout.node === undefined || !(timeout.value === 0n)) continue;
      report({
        at: timeout.node,
        path: timeout.path,
        message: 'a timeout of zero lets every check fail',
        suggestion: 'write a time such as "2s"',
      });
    }
  },
};
