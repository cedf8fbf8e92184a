import { jwtIssuers } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const jwtEmptyAudience: Rule = {
  id: 'jwt-empty-audience',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The list of audiences is empty, which is not the same as any or none.',
  docs: {
    checks: 'The list of audiences is not empty, and no audience is an empty string.',
    fix: 'Name the audience that your tokens carry in "aud".',
    wrong: onRoute('jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [], jwks: {url: "https://id.example.com/keys"}}'),
    correct: onRoute(
      'jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}',
    ),
  },
  check({ root, report }) {
    for (const { node, path } of jwtIssuers(root)) {
      const audiences = get(node, 'audiences');
      if (audiences?.kind === 'list' && audiences.items.length === 0)
        report({
          at: audiences,
          path: [...path, 'audiences'],
          message: 'the list of audiences is empty',
          suggestion: 'name the audiences that are taken',
        });
    }
  },
};
