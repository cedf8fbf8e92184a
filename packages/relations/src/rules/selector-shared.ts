import { at, type Rule } from '@mcpgw/structure';
import { isHook, mayBeSame, type ObjectView, ofKind, textMap } from '../objects/objects.js';

const workload = (name: string, app: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}}}
    spec: {containers: [{name: web, image: "web:1"}]}
`;
const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'];

export const selectorShared: Rule = {
  id: 'selector-shared',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Autoscalers, budgets and Services of one workload count the pods of the other, and controllers may adopt them.',
  docs: {
    checks: 'Two given workloads of one namespace do not select by the same labels.',
    basedOn: 'The documentation of Kubernetes about selectors of workloads. Its controllers were not run for this rule.',
    fix: 'Add a label that tells them apart to the selector and to the template, such as app.kubernetes.io/component.',
    wrong: `${workload('web', 'web')}---\n${workload('worker', 'web')}`,
    correct: `${workload('web', 'web')}---\n${workload('worker', 'worker')}`,
  },
  check({ root, report }) {
    const seen = new Map<string, ObjectView[]>();
    for (const object of kinds.flatMap(kind => ofKind(root, kind))) {
      const labels = at(object.node, 'spec', 'selector', 'matchLabels');
      const pairs = [...textMap(labels)].sort();
      if (
        labels === undefined ||
        pairs.length === 0 ||
        isHook(object) ||
        at(object.node, 'spec', 'selector', 'matchExpressions') !== undefined
      )
        continue;
      const key = JSON.stringify(pairs);
      const others = seen.get(key) ?? [];
      const other = others.find(
        each => mayBeSame(each.namespace, object.namespace) && (each.kind !== object.kind || each.name !== object.name),
      );
      if (other !== undefined && object.own)
        report({
          at: labels,
          path: ['spec', 'selector', 'matchLabels'],
          message: `the ${other.kind} "${other.name}" selects by the same labels`,
          suggestion: 'add a label that tells the two apart',
        });
      seen.set(key, [...others, object]);
    }
  },
};
