import { at, type Rule, text } from '@mcpgw/structure';
import { jwtIssuers } from '../views/jwt.js';
import { policiesNamed } from '../views/views.js';

export const jwksPlainHttp: Rule = {
  id: 'jwks-plain-http',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The keys come over plain http: whoever is in between can put in a key and sign tokens.',
  check({ root, report }) {
    for (const { node, path } of [...jwtIssuers(root), ...policiesNamed(root, 'oidc')]) {
      const url = at(node, 'jwks', 'url');
      const value = text(url) ?? '';
      if (!/^http:\/\//i.test(value) || /^http:\/\/(?:localhost|127\.)/i.test(value)) continue;
      report({
        at: url!,
        path: [...path, 'jwks', 'url'],
        message: 'the keys of the issuer are fetched over plain http',
        suggestion: 'use https',
      });
    }
  },
};
