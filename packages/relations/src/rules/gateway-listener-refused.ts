import { get, type Rule } from '@mcpgw/structure';
import { agentgatewayListeners, tlsOf } from '../objects/listeners.js';
import { textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';

const protocols: ReadonlySet<string> = new Set(['HTTP', 'HTTPS', 'TLS', 'TCP', 'HBONE']);

export const gatewayListenerRefused: Rule = {
  id: 'gateway-listener-refused',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The controller does not program the listener: nothing answers at its port, or each TLS connection fails.',
  docs: {
    checks:
      'Listeners of a Gateway of agentgateway, and of its ListenerSets: a protocol that it speaks (HTTP, HTTPS, TLS, TCP), exactly one certificate where TLS ends, and a Secret as the certificate.',
    seen: 'The controller of v1.4.1 reports a listener with two certificates as Programmed=False, and sends it with "invalid" in place of certificate and key.',
    fix: 'Name one Secret of type kubernetes.io/tls for each listener; use a listener for each certificate.',
    wrong: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners: [{name: https, port: 443, protocol: HTTPS, tls: {certificateRefs: [{name: one}, {name: two}]}}]
`,
    correct: `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: edge}
spec:
  gatewayClassName: agentgateway
  listeners:
    - {name: one, port: 443, protocol: HTTPS, hostname: one.example, tls: {certificateRefs: [{name: one}]}}
    - {name: two, port: 443, protocol: HTTPS, hostname: two.example, tls: {certificateRefs: [{name: two}]}}
`,
  },
  check({ root, report }) {
    for (const { node, path, protocol } of agentgatewayListeners(root)) {
      if (!protocols.has(protocol))
        report({
          at: get(node, 'protocol') ?? node,
          path: [...path, 'protocol'],
          message: `agentgateway does not speak the protocol "${protocol}"`,
          suggestion: protocols.has(protocol.toUpperCase()) ? `write ${protocol.toUpperCase()}` : 'use HTTP, HTTPS, TLS or TCP',
        });
      const tls = tlsOf(node, path);
      if (tls === undefined || tls.mode !== 'Terminate' || tls.ofMesh) continue;
      const refs = placed(tls.node, tls.path, 'certificateRefs');
      if (refs.length !== 1)
        report({
          at: get(tls.node, 'certificateRefs') ?? tls.node,
          path: [...tls.path, 'certificateRefs'],
          message: `the controller takes exactly one certificate for a listener, and here are ${refs.length}`,
          suggestion: refs.length === 0 ? 'add "certificateRefs"' : 'add a listener with its own hostname for each certificate',
        });
      for (const ref of refs)
        if (textOr(ref.node, 'kind', 'Secret') !== 'Secret' || textOr(ref.node, 'group', '') !== '')
          report({
            at: get(ref.node, 'kind') ?? ref.node,
            path: [...ref.path, 'kind'],
            message: 'the controller reads certificates from Secrets only',
            suggestion: 'refer to a Secret of type kubernetes.io/tls',
          });
    }
  },
};
