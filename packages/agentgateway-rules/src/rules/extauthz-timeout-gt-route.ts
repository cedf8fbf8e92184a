import { authzTimeout, extAuthzs, nanosecondsAt } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';

export const extauthzTimeoutGtRoute: Rule = {
  id: 'extauthz-timeout-gt-route',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The timeout of the route does not end the check: a request may take much longer than the route says.',
  docs: {
    checks: 'The timeout of a check is not longer than that of its route.',
    seen: 'Live: v1.1.0 and v1.4.1 hold a request for more than six seconds where the route has a requestTimeout of 1s and the check one of 60s.',
    fix: 'Make the timeout of the check shorter than the requestTimeout of the route.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 3s}}}, timeout: {requestTimeout: 2s}}
      backends:
      - host: "127.0.0.1:8080"
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies: {extAuthz: {host: "127.0.0.1:9000", policies: {http: {requestTimeout: 2s}}}, timeout: {requestTimeout: 3s}}
      backends:
      - host: "127.0.0.1:8080"
`,
  },
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const timeout = authzTimeout(root, authz, version);
      const limit = at(authz.set.route?.policies, 'timeout', 'requestTimeout');
      const route = nanosecondsAt(limit);
      if (timeout?.node === undefined || route === undefined || route === 0n || timeout.value <= route) continue;
      report({
        at: timeout.node,
        path: timeout.path,
        message: `the requestTimeout of the route (${text(limit)}) does not end the check, which may take longer`,
        suggestion: 'make it shorter than the requestTimeout of the route',
      });
    }
  },
};
