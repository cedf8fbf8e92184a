import { get, isAt, type Rule } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { containersOf, podsOf } from '../objects/pods.js';

const example = (user: number): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  securityContext: {runAsNonRoot: true}
  containers: [{name: web, image: "web:1", securityContext: {runAsUser: ${user}}}]
`;

export const rootRefused: Rule = {
  id: 'root-refused',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The API server takes both, and the kubelet refuses to start the container.',
  docs: {
    checks: 'A container that runs as user 0, while `runAsNonRoot` holds for it. Fields of the container count before those of the pod.',
    fix: 'Write another user, or remove `runAsNonRoot`.',
    wrong: example(0),
    correct: example(1000),
  },
  check({ root, report }) {
    for (const pod of podsOf(root)) {
      if (!pod.owner.own) continue;
      const ofPod = get(pod.spec, 'securityContext');
      for (const { node, path } of containersOf(pod)) {
        const own = get(node, 'securityContext');
        const holder = get(own, 'runAsNonRoot') === undefined ? ofPod : own;
        const isOwn = get(own, 'runAsUser') !== undefined;
        const user = get(isOwn ? own : ofPod, 'runAsUser');
        if (user === undefined || integerOf(user) !== 0 || !isAt(holder, 'runAsNonRoot', true)) continue;
        report({
          at: user,
          path: [...(isOwn ? path : pod.path), 'securityContext', 'runAsUser'],
          message: 'user 0 contradicts runAsNonRoot: the container does not start',
          suggestion: 'write another user, such as 65532',
        });
      }
    }
  },
};
