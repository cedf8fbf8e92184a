import { at, entry, type Node, type Rule } from '@mcpgw/structure';
import { type ObjectView, ofKind } from '../objects/objects.js';
import { isServer, podsIn } from '../objects/pods.js';
import { labelTest } from '../objects/selectors.js';
import { hasSelector, podsBehind, selectorOf } from '../objects/services.js';
import { hasOperators } from '../table/lookup.js';

/** Pods with these labels are made by a controller of the cluster. */
const madeElsewhere =
  /^(?:gateway\.networking\.k8s\.io\/|operator\.|statefulset\.kubernetes\.io\/|apps\.kubernetes\.io\/|cnpg\.io\/|strimzi\.io\/)/;

/** Whether the pods may be others than those of the given workloads. */
function mayBeElsewhere(stream: Node, service: ObjectView): boolean {
  return [...selectorOf(service).keys()].some(key => madeElsewhere.test(key)) || hasOperators(stream);
}

export const serviceSelectsNothing: Rule = {
  id: 'service-selects-nothing',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The Service has no endpoints: every connection to it fails.',
  docs: {
    checks:
      'The selector of every Service, when workloads of its namespace are given: the labels of the pod template of one of them have to match. Info if an operator among the given objects may make the pods.',
    seen: 'Controllers of v1.1.0 and v1.4.1: the route is Accepted=True and ResolvedRefs=True; nothing says that the Service has no endpoints.',
    fix: 'Write the labels of the pod template into the selector.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: website}}
  template:
    metadata: {labels: {app: website}}
    spec: {containers: [{name: web, image: web, ports: [{containerPort: 80}]}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, ports: [{containerPort: 80}]}]}
`,
  },
  check({ root, report }) {
    for (const service of ofKind(root, 'Service')) {
      if (!service.own || service.group !== '' || !hasSelector(service) || podsBehind(root, service).length > 0) continue;
      const given = podsIn(root, service.namespace, () => true);
      const fits = labelTest(at(service.node, 'spec', 'selector'));
      if (!given.some(isServer) || given.some(({ labels }) => fits(labels))) continue;
      const labels = [...selectorOf(service)].map(([key, value]) => `${key}=${value}`);
      report({
        at: entry(at(service.node, 'spec'), 'selector')!.keySpan,
        path: ['spec', 'selector'],
        message: `no given workload makes pods with the labels ${labels.join(', ')}`,
        suggestion: 'write the labels of the pod template',
        ...(mayBeElsewhere(root, service) ? { severity: 'info' } : {}),
      });
    }
  },
};
