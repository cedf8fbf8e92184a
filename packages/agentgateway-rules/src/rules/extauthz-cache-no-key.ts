import { extAuthzs } from '@mcpgw/agentgateway/internal';
import { at, type Rule } from '@mcpgw/structure';

export const extauthzCacheNoKey: Rule = {
  id: 'extauthz-cache-no-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.3.0',
  why: 'Without an expression in the key, nothing is ever found in the cache.',
  docs: {
    checks: 'The list of expressions in "cache.key" of an authorization check is not empty.',
    seen: 'Live: v1.4.1 asks the service for every request, and each user gets the own answer.',
    fix: 'Name what tells requests apart, such as request.path and jwt.sub.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz:
          host: 127.0.0.1:9000
          protocol: {http: {}}
          cache: {key: [], ttl: 10s}
      backends: [{host: 127.0.0.1:8080}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        extAuthz:
          host: 127.0.0.1:9000
          protocol: {http: {}}
          cache: {key: [request.path, jwt.sub], ttl: 10s}
      backends: [{host: 127.0.0.1:8080}]
`,
  },
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const key = at(authz.node, 'cache', 'key');
      if (key?.kind === 'list' && key.items.length === 0)
        report({
          at: key,
          path: [...authz.path, 'cache', 'key'],
          message: 'the key of the cache is empty: nothing is kept',
          suggestion: 'name what tells requests apart, such as "request.path" and "jwt.sub"',
        });
    }
  },
};
