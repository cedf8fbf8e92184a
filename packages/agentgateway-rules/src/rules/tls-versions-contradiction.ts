import { walk } from '@mcpgw/agentgateway/internal';
import { get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

const bound = (node: Node, side: 'min' | 'max'): string =>
  text(get(node, `${side}TLSVersion`) ?? get(node, `${side}TlsVersion`) ?? get(node, `${side}Version`)) ?? '';
const isNew = (suite: string): boolean => /^TLS(?:13)?_(?:AES|CHACHA)/.test(suite);

export const tlsVersionsContradiction: Rule = {
  id: 'tls-versions-contradiction',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'No version and cipher suite remains: the proxy exits at startup, or refuses every handshake.',
  docs: {
    checks:
      'Compares the lowest and highest TLS version with each other and with the cipher suites; those of TLS 1.3 do not serve TLS 1.2, and the other way round.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 crash at startup with suites of TLS 1.3 only and `maxTLSVersion: TLS_V1_2`.',
    fix: 'Leave the cipher suites out, or name suites of every version that is allowed.',
    wrong: withListener(
      'protocol: HTTPS\ntls:\n  cert: a.pem\n  key: a.key\n  maxTLSVersion: TLS_V1_2\n  cipherSuites: [TLS13_AES_128_GCM_SHA256]\nroutes:\n- backends:\n  - host: "api:8080"',
    ),
    correct: withListener(
      'protocol: HTTPS\ntls:\n  cert: a.pem\n  key: a.key\n  maxTLSVersion: TLS_V1_3\n  cipherSuites: [TLS13_AES_128_GCM_SHA256]\nroutes:\n- backends:\n  - host: "api:8080"',
    ),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        if (path.at(-1) !== 'tls' || node.kind !== 'map') return;
        const [min, max] = [bound(node, 'min'), bound(node, 'max')];
        const suites = get(node, 'cipherSuites');
        const names = items(suites).map(item => text(item) ?? '');
        if (min === 'TLS_V1_3' && max !== '' && max < min && path[0] === 'frontendPolicies')
          report({ at: node, path, message: 'the lowest TLS version is above the highest', suggestion: 'swap the two' });
        if (names.length === 0) return;
        const none = (max === 'TLS_V1_2' && names.every(isNew)) || (min === 'TLS_V1_3' && !names.some(isNew));
        if (none)
          report({
            at: suites!,
            path: [...path, 'cipherSuites'],
            message: `none of the cipher suites serves ${max === 'TLS_V1_2' ? 'TLS 1.2' : 'TLS 1.3'}, the only version that is allowed`,
            suggestion: 'remove "cipherSuites", or name suites of that version',
          });
      },
      ({ last }) => last === 'tls',
    );
  },
};
