import { at, get, isAt, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const pem = (what: string): string => `"-----BEGIN ${what}-----\\nMIIB\\n-----END ${what}-----\\n"`;
const example = (certificate: string, key: string): string => `apiVersion: v1
kind: Secret
type: kubernetes.io/tls
metadata: {name: web}
stringData: {tls.crt: ${pem(certificate)}, tls.key: ${pem(key)}}
`;
const expected = [
  ['tls.crt', / PRIVATE KEY-----/, 'a private key', 'a certificate'],
  ['tls.key', /-----BEGIN CERTIFICATE-----/, 'a certificate', 'a private key'],
] as const;

export const tlsSecretContent: Rule = {
  id: 'tls-secret-content',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The API server does not look into the fields: listeners that use the Secret have no certificate, and the private key is sent to clients as one.',
  docs: {
    checks: 'Secrets of type kubernetes.io/tls: `tls.crt` begins with a certificate, and `tls.key` with a private key.',
    fix: 'Exchange the two values.',
    wrong: example('PRIVATE KEY', 'CERTIFICATE'),
    correct: example('CERTIFICATE', 'PRIVATE KEY'),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Secret')) {
      if (!own || !isAt(node, 'type', 'kubernetes.io/tls')) continue;
      for (const [key, other, found, right] of expected)
        for (const holder of ['stringData', 'data']) {
          const value = get(at(node, holder), key);
          const written = text(value) ?? '';
          const content = holder === 'data' ? Buffer.from(written, 'base64').toString('latin1') : written;
          const [begin = ''] = content.split('\n');
          if (value !== undefined && other.test(begin))
            report({
              at: value,
              path: [holder, key],
              message: `"${key}" begins with ${found}, and not with ${right}`,
              suggestion: 'exchange the values of tls.crt and tls.key',
            });
        }
    }
  },
};
