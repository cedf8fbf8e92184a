import { get, type Rule } from '@mcpgw/structure';
import { jwtIssuers } from '../views/jwt.js';

export const jwtEmptyAudience: Rule = {
  id: 'jwt-empty-audience',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The list of audiences is empty, which is not the same as any or none.',
  docs: {
    checks: 'The list of audiences is not empty, and no audience is an empty text.',
    fix: 'Name the audience that your tokens carry in "aud".',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [], jwks: {url: "https://id.example.com/keys"}}
      backends:
      - host: "127.0.0.1:8080"
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        jwtAuth: {mode: strict, issuer: "https://id.example.com", audiences: [mcp], jwks: {url: "https://id.example.com/keys"}}
      backends:
      - host: "127.0.0.1:8080"
`,
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
