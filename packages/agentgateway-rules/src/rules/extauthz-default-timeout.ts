import { authzTimeout, type ExtAuthzView, extAuthzs, namesTimeout } from '@mcpgw/agentgateway/internal';
import { entries, get, inRange, type Rule, text } from '@mcpgw/structure';

const short = 200_000_000n;

/** Whether the settings of the policy are ignored. Another rule reports that. */
const isIgnored = ({ node, protocol }: ExtAuthzView, version: string): boolean =>
  protocol === 'http' && inRange(version, { since: '1.0.0-alpha.3' }) && entries(get(node, 'policies')).length > 0;

const failsOpen = ({ node }: ExtAuthzView): boolean => {
  const mode = get(node, 'failureMode');
  return text(mode) === 'allow' || get(mode, 'allow') !== undefined;
};

export const extauthzDefaultTimeout: Rule = {
  id: 'extauthz-default-timeout',
  severity: 'warning',
  kinds: ['agentgateway'],
  until: '1.4.0',
  why: 'Without a timeout the proxy waits 200 ms for an authorization check (up to v0.12, and over HTTP up to v1.3), and answers 403 when it takes longer.',
  docs: {
    checks: 'An authorization check whose default timeout is 200 ms has its own timeout.',
    seen: 'v0.12.0 (both protocols) and v1.1.0 (HTTP) answered 403 after 0.2 s when the authorization server took longer.',
    fix: 'Set a timeout above what the authorization service takes at its slowest: "timeout: 2s" in extAuthz up to v0.12, requestTimeout in the policies of its backend from v1.0.',
    version: '0.12.0',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz: {host: 127.0.0.1:9000}
      backends: [{host: 127.0.0.1:8080}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz: {host: 127.0.0.1:9000, timeout: 2s}
      backends: [{host: 127.0.0.1:8080}]
`,
  },
  check({ root, version, report }) {
    for (const authz of extAuthzs(root)) {
      const timeout =
        authz.target === undefined || namesTimeout(authz) || isIgnored(authz, version) ? undefined : authzTimeout(root, authz, version);
      if (timeout === undefined || timeout.node !== undefined || timeout.value !== short) continue;
      const end = failsOpen(authz) ? 'when it takes longer, the request passes' : 'when it takes longer, the request is refused with 403';
      report({
        at: authz.node,
        path: authz.path,
        message: `the authorization check has 200 ms, the default of this version; ${end}`,
        suggestion: inRange(version, { until: '1.0.0-alpha.3' })
          ? 'add "timeout: 2s" to extAuthz'
          : 'put the service into the top-level "backends" with "policies: {http: {requestTimeout: 2s}}", and refer to it with "backend: /name"',
      });
    }
  },
};
