import { at, get, isAt, type Rule } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const example = (address: string): string => `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {${address}sessionAffinity: ClientIP, selector: {app: web}, ports: [{port: 80}]}
`;

export const headlessAffinity: Rule = {
  id: 'headless-affinity',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Clients of a Service without an address choose a pod by themselves: nothing keeps them at one.',
  docs: {
    checks: 'A Service with `clusterIP: None` has no `sessionAffinity`, which the proxy of the nodes provides for addresses of Services.',
    fix: 'Give the Service an address, or remove `sessionAffinity`.',
    wrong: example('clusterIP: None, '),
    correct: example(''),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Service')) {
      const spec = at(node, 'spec');
      if (own && isAt(spec, 'clusterIP', 'None') && isAt(spec, 'sessionAffinity', 'ClientIP'))
        report({
          at: get(spec, 'sessionAffinity')!,
          path: ['spec', 'sessionAffinity'],
          message: 'a Service without an address has no affinity: clients choose among its pods',
          suggestion: 'remove "clusterIP: None", or "sessionAffinity"',
        });
    }
  },
};
