import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule } from '@mcpgw/structure';
import { ownPodsOf } from '../objects/own-pods.js';
import { isServer, type PodView, podsIn } from '../objects/pods.js';
import { selects } from '../objects/selectors.js';
import { hasOperators } from '../table/lookup.js';

const example = (label: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "web:1"}]
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: DoNotSchedule
          labelSelector: {matchLabels: {app: ${label}}}
`;

/** The terms of affinity to pods, required and preferred. */
function termsOf({ spec, path }: PodView): { readonly term: Node; readonly path: Path; readonly isAnti: boolean }[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap(kind => {
    const base = ['affinity', kind];
    const required = 'requiredDuringSchedulingIgnoredDuringExecution';
    const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
    return [
      ...items(at(spec, ...base, required)).map((term, index) => ({ term, path: [...path, ...base, required, index] })),
      ...items(at(spec, ...base, preferred)).flatMap((each, index) => {
        const term = get(each, 'podAffinityTerm');
        return term === undefined ? [] : [{ term, path: [...path, ...base, preferred, index, 'podAffinityTerm'] }];
      }),
    ].map(found => ({ ...found, isAnti: kind === 'podAntiAffinity' }));
  });
}

export const schedulingSelectsNothing: Rule = {
  id: 'scheduling-selects-nothing',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The scheduler counts the pods that the selector finds. If the pods of the workload are not among them, they are not spread, and may all run on one node.',
  docs: {
    checks:
      'Compares the `labelSelector` of every topology spread constraint with the labels of the pods that carry it, and that of every term of pod affinity and anti-affinity with the labels of all given pods (an info: other pods may be in the cluster).',
    seen: 'Kubernetes 1.34.2: all three pods are put on the larger of two nodes; with the labels of the pods they are spread over both.',
    fix: 'Write the labels that the pods have.',
    wrong: example('webserver'),
    correct: example('web'),
  },
  check({ root, report }) {
    for (const pod of ownPodsOf(root)) {
      if (!isServer(pod) || pod.labels.size === 0) continue;
      for (const [index, constraint] of items(get(pod.spec, 'topologySpreadConstraints')).entries()) {
        const selector = get(constraint, 'labelSelector');
        if (selector !== undefined && selects(selector, pod.labels)) continue;
        const path = [...pod.path, 'topologySpreadConstraints', index];
        report({
          at: selector ?? constraint,
          path: selector === undefined ? path : [...path, 'labelSelector'],
          message: 'the constraint does not count the pods that carry it, so they are not spread',
          suggestion: `select their labels: ${labelsOf(pod)}`,
        });
      }
      for (const { term, path, isAnti } of termsOf(pod)) {
        const selector = get(term, 'labelSelector');
        const isElsewhere = get(term, 'namespaceSelector') !== undefined || items(get(term, 'namespaces')).length > 0;
        if (selector === undefined || isElsewhere || hasOperators(root)) continue;
        if (podsIn(root, pod.owner.namespace, other => selects(selector, other.labels)).length > 0) continue;
        report({
          at: selector,
          path: [...path, 'labelSelector'],
          severity: 'info',
          message: isAnti
            ? 'no given pod has these labels: the pods of this workload may share a node'
            : 'no given pod has these labels: with a required term the pods wait until such a pod runs',
          suggestion: `the labels of this workload: ${labelsOf(pod)}`,
        });
      }
    }
  },
};

const labelsOf = ({ labels }: PodView): string =>
  [...labels]
    .slice(0, 3)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');
