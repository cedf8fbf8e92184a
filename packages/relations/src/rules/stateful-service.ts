import { at, type Rule, text } from '@mcpgw/structure';
import { ofKind, targetsIn } from '../objects/objects.js';
import { podsOfObject } from '../objects/pods.js';
import { hasLabels } from '../objects/selectors.js';
import { hasSelector } from '../objects/services.js';

export const statefulService: Rule = {
  id: 'stateful-service',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The pods get no DNS names of their own, by which the members of a stateful set find each other.',
  docs: {
    checks:
      'The Service that a StatefulSet names in serviceName, if it is given: it is headless (clusterIP None; else an info, because not every application asks for the names), and selects the pods of the set.',
    basedOn: 'The documentation of Kubernetes about StatefulSets and their headless Services. Its controllers were not run for this rule.',
    fix: 'Set clusterIP: None in the Service, and give it the labels of the pods as its selector.',
    wrong: `apiVersion: v1
kind: Service
metadata: {name: store}
spec: {clusterIP: None, selector: {app: other}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: store}
spec:
  serviceName: store
  selector: {matchLabels: {app: store}}
  template:
    metadata: {labels: {app: store}}
    spec: {containers: [{name: store, image: store}]}
`,
    correct: `apiVersion: v1
kind: Service
metadata: {name: store}
spec: {clusterIP: None, selector: {app: store}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: store}
spec:
  serviceName: store
  selector: {matchLabels: {app: store}}
  template:
    metadata: {labels: {app: store}}
    spec: {containers: [{name: store, image: store}]}
`,
  },
  check({ root, report }) {
    for (const set of ofKind(root, 'StatefulSet')) {
      const node = at(set.node, 'spec', 'serviceName');
      const name = text(node);
      if (!set.own || set.group !== 'apps' || node === undefined || name === undefined) continue;
      const services = targetsIn(root, { group: '', kind: 'Service', name, namespace: set.namespace });
      if (services.length === 0) continue;
      const path = ['spec', 'serviceName'];
      const pods = podsOfObject(set);
      if (services.every(service => hasSelector(service) && !pods.some(pod => hasLabels(at(service.node, 'spec', 'selector'), pod.labels))))
        report({
          at: node,
          path,
          message: `the Service "${name}" does not select the pods of this set`,
          suggestion: 'write their labels into its selector',
        });
      else if (services.every(service => text(at(service.node, 'spec', 'clusterIP')) !== 'None'))
        report({ at: node, path, message: `the Service "${name}" is not headless`, suggestion: 'set clusterIP: None', severity: 'info' });
    }
  },
};
