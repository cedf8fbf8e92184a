import { get, type Rule, text } from '@mcpgw/structure';
import { policiesNamed } from '../views/views.js';

export const tlsRootEmpty: Rule = {
  id: 'tls-root-empty',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The file of CA certificates holds none: no certificate is ever valid.',
  docs: {
    checks: 'The file of root certificates contains certificates.',
    fix: 'Put the certificates of the authority into the file, in PEM.',
    needs: 'the two files',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        backendTLS: {root: empty.pem}
      backends:
      - host: "127.0.0.1:8080"
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        backendTLS: {root: ca.pem}
      backends:
      - host: "127.0.0.1:8080"
`,
  },
  check({ root, report, readFile }) {
    for (const { node, path } of policiesNamed(root, 'backendTLS')) {
      const file = get(node, 'root');
      const content = readFile?.(text(file) ?? '');
      if (content === undefined || content.includes('BEGIN CERTIFICATE')) continue;
      report({
        at: file!,
        path: [...path, 'root'],
        message: `the file "${text(file)}" holds no certificate`,
        suggestion: 'name a PEM file with the certificate of the CA',
      });
    }
  },
};
