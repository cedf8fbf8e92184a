import { get, type Rule, text } from '@mcpgw/structure';
import { jwtIssuers } from '../views/jwt.js';

export const jwtEmptyJwks: Rule = {
  id: 'jwt-empty-jwks',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without a key no token is ever valid.',
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const jwks = get(node, 'jwks');
      if (!/^\s*\{\s*"keys"\s*:\s*\[\s*\]\s*\}\s*$/.test(text(jwks) ?? '')) continue;
      report({
        at: jwks!,
        path: [...path, 'jwks'],
        message: 'the key set is empty: no token is ever valid',
        suggestion: 'name the keys of the issuer',
      });
    }
  },
};
