import { authzTimeout, extAuthzs, parseDuration } from '@mcpgw/agentgateway/internal';
import { at, type Rule, text } from '@mcpgw/structure';

export const extauthzTimeoutGtRoute: Rule = {
  id: 'extauthz-timeout-gt-route',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The route gives up before the check does: the timeout of the check never takes effect.',
  docs: {
    checks: 'The timeout of a check is not longer than that of its route.',
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
      const route = parseDuration(text(limit) ?? '');
      if (timeout === undefined || timeout.node === undefined || 'problem' in route || route.value === 0n || timeout.value <= route.value)
        continue;
      report({
        at: timeout.node,
        path: timeout.path,
        message: `the check may take longer than its route (${text(limit)})`,
        suggestion: 'make it shorter than the requestTimeout of the route',
      });
    }
  },
};
