import { policiesNamed, type RouteView, servesKind, takesPath } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';

const document = (fields: string): string => `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        oidc: {issuer: "https://idp.example.com", clientId: gateway, clientSecret: $OIDC_SECRET, ${fields}}
      backends:
      - host: localhost:8080
`;

/** Whether a route takes the path of an address. Unknown addresses count as taken. */
const takes = (route: RouteView, address: string): boolean =>
  address.includes('$') || !URL.canParse(address) || takesPath(route, new URL(address).pathname);

export const oidcLogin: Rule = {
  id: 'oidc-login',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.1.0',
  why: 'The login ends with an error of the identity provider, or the code and the tokens can be read on the way.',
  docs: {
    checks:
      'Issuer, endpoints and redirect address of oidc use https outside the same machine, client ID and secret are given, the route that has the policy takes the path of `redirectURI`, the scopes do not contain one twice, and the route does not serve MCP, whose clients are not browsers.',
    seen: 'Live: v1.4.1 sends users to the provider, and answers 404 to the callback if no match of the route takes its path.',
    fix: 'Use https, register exactly this `redirectURI` at the provider, and let the route take its path.',
    wrong: document('redirectURI: "http://gateway.example.com/oauth/callback"'),
    correct: document('redirectURI: "https://gateway.example.com/oauth/callback"'),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'oidc')) {
      const callback = get(node, 'redirectURI');
      const own = set.level === 'route' ? set.route : undefined;
      if (own !== undefined && !takes(own, text(callback) ?? ''))
        report({
          at: callback!,
          path: [...path, 'redirectURI'],
          message: 'no match of the route takes the path of the callback: the login ends with 404',
          suggestion: 'add a match for the path, or choose one below the route',
        });
      if (servesKind(root, set, 'mcp') === true)
        report({
          at: node,
          path,
          message: 'MCP clients get a redirect to a login page instead of 401, and cannot log in',
          suggestion: 'use "mcpAuthentication" for MCP servers',
        });
      for (const key of ['issuer', 'authorizationEndpoint', 'tokenEndpoint', 'redirectURI']) {
        const value = get(node, key);
        if (/^http:\/\/(?!localhost|127\.|\[::1\])/i.test(text(value) ?? ''))
          report({
            at: value!,
            path: [...path, key],
            message: `"${key}" is plain http: codes and tokens can be read on the way, and most providers refuse it`,
            suggestion: 'use https',
          });
      }
      for (const key of ['clientId', 'clientSecret', 'issuer']) {
        const value = get(node, key);
        if (text(value)?.trim() === '')
          report({
            at: value!,
            path: [...path, key],
            message: `"${key}" is empty: the provider refuses the login`,
            suggestion: 'write it',
          });
      }
      const scopes = items(get(node, 'scopes')).flatMap(item => text(item) ?? []);
      const joined = scopes.find(scope => /[\s,]/.test(scope));
      if (joined !== undefined)
        report({
          at: get(node, 'scopes')!,
          path: [...path, 'scopes'],
          severity: 'info',
          message: `"${joined}" contains several scopes in one entry`,
          suggestion: 'write each as its own entry',
        });
    }
  },
};
