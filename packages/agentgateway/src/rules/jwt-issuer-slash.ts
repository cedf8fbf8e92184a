import { get, type Rule, text } from '@mcpgw/structure';
import { jwtIssuers } from '../views/jwt.js';

export const jwtIssuerSlash: Rule = {
  id: 'jwt-issuer-slash',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The issuer is compared letter by letter with the claim `iss`: a trailing slash makes a difference.',
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const issuer = get(node, 'issuer');
      if (/^https?:\/\/[^/]+\/.+\/$/.test(text(issuer) ?? ''))
        report({
          at: issuer!,
          path: [...path, 'issuer'],
          message: 'the issuer ends in a slash, and tokens have to carry exactly that',
          suggestion: 'compare with the claim "iss" of a token',
        });
    }
  },
};
