import { extAuthzs } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const extauthzHttpPoliciesIgnored: Rule = {
  id: 'extauthz-http-policies-ignored',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.0.0-alpha.3',
  until: '1.4.0-alpha.2',
  why: 'v1.0 to v1.3 call an HTTP authorization service without these policies: timeout, TLS and credentials have no effect.',
  docs: {
    checks: 'A check over HTTP has no policies in versions that ignore them.',
    seen: 'v1.1.0 accepted the timeout and answered 403 after 0.2 s anyway; v1.4.1 keeps to it.',
    fix: 'Put the service into the top-level backends, with its policies there, and refer to it with "backend: /name".',
    version: '1.1.0',
    wrong: onRoute('extAuthz: {host: "127.0.0.1:9000", protocol: {http: {}}, policies: {http: {requestTimeout: 2s}}}'),
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz: {backend: /authz, protocol: {http: {}}}
      backends:
      - host: 127.0.0.1:8080
backends:
- {name: authz, host: 127.0.0.1:9000, policies: {http: {requestTimeout: 2s}}}
`,
  },
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const policies = get(authz.node, 'policies');
      if (authz.protocol !== 'http' || policies?.kind !== 'map' || policies.entries.length === 0) continue;
      report({
        at: policies,
        path: [...authz.path, 'policies'],
        message: 'this version ignores the policies of an HTTP authorization check',
        suggestion: 'put the service into the top-level "backends" with these policies, and refer to it with "backend: /name"',
      });
    }
  },
};
