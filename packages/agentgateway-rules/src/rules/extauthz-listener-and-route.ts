import { extAuthzs } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const extauthzListenerAndRoute: Rule = {
  id: 'extauthz-listener-and-route',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The same check runs twice for every request: once at the listener and once at the route.',
  docs: {
    checks: 'A listener and its routes do not check with the same authorization server.',
    seen: 'Live: v1.1.0 and v1.4.1 ask the service twice for one request.',
    fix: 'Keep the check in one of the two places.',
    wrong: `binds:
- port: 3000
  listeners:
  - policies:
      extAuthz: {host: 127.0.0.1:9000, policies: {http: {requestTimeout: 2s}}}
    routes:
    - policies:
        extAuthz: {host: 127.0.0.1:9000, policies: {http: {requestTimeout: 2s}}}
      backends: [{host: 127.0.0.1:8080}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - policies:
      extAuthz: {host: 127.0.0.1:9000, policies: {http: {requestTimeout: 2s}}}
    routes:
    - backends: [{host: 127.0.0.1:8080}]
`,
  },
  check({ root, report }) {
    const all = extAuthzs(root);
    for (const authz of all) {
      if (authz.set.level !== 'route' || authz.target === undefined) continue;
      const outer = all.find(
        other => other.set.level === 'listener' && other.set.listener?.node === authz.set.listener?.node && other.target === authz.target,
      );
      if (outer !== undefined)
        report({
          at: authz.node,
          path: authz.path,
          message: 'the listener already runs this check',
          suggestion: 'keep it in one of the two places',
        });
    }
  },
};
