import { get, type Node, type Rule } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { containersOf, podsOf } from '../objects/pods.js';

const example = (probe: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: web
      image: web:1
      ports: [{containerPort: 8080}]
      livenessProbe: {httpGet: {path: /healthz, port: 8080}${probe}}
`;
const number = (probe: Node, key: string, usual: number): number => integerOf(get(probe, key)) ?? usual;

export const probeHasty: Rule = {
  id: 'probe-hasty',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'One slow moment, such as a collection of garbage, restarts the container and ends its requests.',
  docs: {
    checks:
      'The time without an answer after which a liveness probe restarts a container: `periodSeconds` times `failureThreshold` is at least 5 seconds.',
    fix: 'Leave `failureThreshold` at 3 and `periodSeconds` at 10.',
    wrong: example(', periodSeconds: 1, failureThreshold: 1'),
    correct: example(', periodSeconds: 10'),
  },
  check({ root, report }) {
    for (const pod of podsOf(root)) {
      if (!pod.owner.own) continue;
      for (const { node, path } of containersOf(pod)) {
        const probe = get(node, 'livenessProbe');
        if (probe?.kind !== 'map') continue;
        const seconds = number(probe, 'periodSeconds', 10) * number(probe, 'failureThreshold', 3);
        if (seconds < 5)
          report({
            at: get(probe, 'failureThreshold') ?? probe,
            path: [...path, 'livenessProbe', 'failureThreshold'],
            message: `the container is restarted after ${seconds} s without an answer`,
            suggestion: 'raise failureThreshold or periodSeconds',
          });
      }
    }
  },
};
