import { jwtIssuers } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwtIssuerSlash: Rule = {
  id: 'jwt-issuer-slash',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The issuer is compared exactly with the claim `iss`: a trailing slash makes a difference.',
  docs: {
    checks: 'The issuer has no slash at its end, or the identity provider writes one too.',
    seen: 'Live: v1.1.0 and v1.4.1 refuse a token whose `iss` has no slash at its end, and take one that has it.',
    fix: 'Copy the issuer from the "iss" of a token, exactly.',
    wrong: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://id.example.com/realm/", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}',
    ),
    correct: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}',
    ),
  },
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
