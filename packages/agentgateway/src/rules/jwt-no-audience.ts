import { get, isNull, type Rule } from '@mcpgw/structure';
import { jwtIssuers } from '../views/jwt.js';

export const jwtNoAudience: Rule = {
  id: 'jwt-no-audience',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without audiences, a token that was made for another service is taken.',
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const audiences = get(node, 'audiences');
      if (audiences !== undefined && !isNull(audiences)) continue;
      report({
        at: get(node, 'issuer') ?? node,
        path,
        message: 'no audiences are named: a token made for any service is taken',
        suggestion: 'add "audiences" with the name of this service',
      });
    }
  },
};
