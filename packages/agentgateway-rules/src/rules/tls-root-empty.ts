import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const tlsRootEmpty: Rule = {
  id: 'tls-root-empty',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The file of CA certificates contains none: no certificate is ever valid.',
  docs: {
    checks: 'The file of root certificates contains certificates.',
    seen: 'Live: v1.1.0 and v1.4.1 take the file, and say nothing of the empty file of certificates.',
    fix: 'Put the certificates of the authority into the file, in PEM.',
    needs: 'the two files',
    wrong: onRoute('backendTLS: {root: empty.pem}'),
    correct: onRoute('backendTLS: {root: ca.pem}'),
  },
  check({ root, report, readFile }) {
    for (const { node, path } of policiesNamed(root, 'backendTLS')) {
      const file = get(node, 'root');
      const content = readFile?.(text(file) ?? '');
      if (content === undefined || content.includes('BEGIN CERTIFICATE')) continue;
      report({
        at: file!,
        path: [...path, 'root'],
        message: `the file "${text(file)}" contains no certificate`,
        suggestion: 'name a PEM file with the certificate of the CA',
      });
    }
  },
};
