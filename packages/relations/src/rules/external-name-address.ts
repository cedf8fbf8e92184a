import { at, isAt, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const example = (name: string): string => `apiVersion: v1
kind: Service
metadata: {name: db}
spec: {type: ExternalName, externalName: ${name}}
`;

export const externalNameAddress: Rule = {
  id: 'external-name-address',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The name of the Service becomes an alias of a name made of digits, which no resolver knows.',
  docs: {
    checks: 'The name of a Service of type ExternalName is not an IP address.',
    basedOn:
      'The documentation of Kubernetes about ExternalName, and the DNS, which has no names of digits. No program was run for this rule.',
    fix: 'Write a DNS name, or a Service without a selector and an EndpointSlice with the address.',
    wrong: example('10.0.0.1'),
    correct: example('db.example.com'),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Service')) {
      const name = at(node, 'spec', 'externalName');
      if (own && isAt(at(node, 'spec'), 'type', 'ExternalName') && /^\d+(?:\.\d+){3}$/.test(text(name) ?? ''))
        report({
          at: name!,
          path: ['spec', 'externalName'],
          message: `"${text(name)}" is an address, and is answered as the name of a host, which nobody can look up`,
          suggestion: 'write a DNS name, or an EndpointSlice with the address',
        });
    }
  },
};
