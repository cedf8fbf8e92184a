import { get, type Rule } from '@mcpgw/structure';
import { policyFor } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf } from '../objects/objects.js';
import { referenceOf } from '../objects/policies.js';
import { hasTls } from '../reach/tls.js';

const tlsPorts: ReadonlySet<number> = new Set([443, 8443, 6443, 9443]);

export const policyCallWithoutTls: Rule = {
  id: 'policy-call-without-tls',
  severity: 'info',
  kinds: ['manifest'],
  why: 'The call is made without TLS unless a policy for the Service switches it on: a server that expects TLS at this port closes the connection.',
  docs: {
    checks:
      'Services at a port for TLS (443, 6443, 8443, 9443) that policies call for authorization, processing, limits, keys, logs or traces: a given policy for the Service has backend.tls, or a BackendTLSPolicy names it.',
    seen: 'The controller of v1.4.1 sends a check at port 443 of a Service, and no TLS for it; with the policy for the Service it sends TLS.',
    basedOn: 'The source of the proxy of v1.4.1: a backend without a policy for TLS is called without it.',
    fix: 'Add an AgentgatewayPolicy with backend.tls for the Service, or call a port without TLS.',
    wrong: policyFor('Gateway', 'edge', 'traffic: {extAuth: {backendRef: {name: auth, port: 443}, http: {}}}'),
    correct: `${policyFor('Gateway', 'edge', 'traffic: {extAuth: {backendRef: {name: auth, port: 443}, http: {}}}')}---
${policyFor('Service', 'auth', 'backend: {tls: {}}', 'auth-calls')}`,
  },
  check({ root, report }) {
    for (const { node, path, owner } of fieldsNamed(root, 'backendRef')) {
      const service = referenceOf(node, owner);
      const port = get(node, 'port');
      if (
        service.kind !== 'Service' ||
        service.group !== '' ||
        !tlsPorts.has(integerOf(port) ?? 0) ||
        hasTls(root, service, integerOf(port))
      )
        continue;
      report({
        at: port!,
        path: [...path, 'port'],
        message: `no given policy switches TLS on for the Service "${service.name}": port ${integerOf(port)} is called without it`,
        suggestion: 'add a policy with "backend.tls" for the Service',
      });
    }
  },
};
