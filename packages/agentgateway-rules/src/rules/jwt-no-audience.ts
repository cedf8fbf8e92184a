import { jwtIssuers } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwtNoAudience: Rule = {
  id: 'jwt-no-audience',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without audiences, a token that was made for another service is taken.',
  docs: {
    checks: 'Every issuer has audiences.',
    seen: 'Live: v1.1.0 and v1.4.1 take a token for another service.',
    fix: 'Name the audience that your tokens carry in "aud".',
    wrong: onRoute('jwtAuth: {mode: strict, issuer: "https://id.example.com", jwks: {url: "https://id.example.com/keys"}}'),
    correct: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}',
    ),
  },
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
