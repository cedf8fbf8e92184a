import { policiesNamed } from '@mcpgw/agentgateway/internal';
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

export const oidcLogin: Rule = {
  id: 'oidc-login',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.1.0',
  why: 'The login ends with an error of the identity provider, or the code and the tokens can be read on the way.',
  docs: {
    checks:
      'Issuer, endpoints and redirect address of oidc use https outside the own machine, client id and secret are given, and the scopes do not contain one twice.',
    fix: 'Use https, and register exactly this `redirectURI` at the provider.',
    wrong: document('redirectURI: "http://gateway.example.com/oauth/callback"'),
    correct: document('redirectURI: "https://gateway.example.com/oauth/callback"'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'oidc')) {
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
          message: `"${joined}" holds several scopes in one entry`,
          suggestion: 'write each as an entry of its own',
        });
    }
  },
};
