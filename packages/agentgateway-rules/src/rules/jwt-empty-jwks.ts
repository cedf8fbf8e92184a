import { jwtIssuers } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwtEmptyJwks: Rule = {
  id: 'jwt-empty-jwks',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Without a key no token is ever valid.',
  docs: {
    checks: 'The key set of an issuer contains keys.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and refuse every token with 401.',
    fix: 'Write the address of the key set, such as `jwks: {url: ...}`, or a file with keys.',
    wrong: onRoute('jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: "{\\"keys\\": []}"}'),
    correct: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}',
    ),
  },
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
