import { get, isAt, type Rule } from '@mcpgw/structure';
import { integerOf } from '../objects/objects.js';
import { forOwnContainers } from '../objects/own-pods.js';

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
    basedOn: 'The documentation of Kubernetes about runAsNonRoot. No kubelet ran the examples.',
    fix: 'Write another user, or remove `runAsNonRoot`.',
    wrong: example(0),
    correct: example(1000),
  },
  check: context =>
    forOwnContainers(context, ({ node, path }, say, pod) => {
      const [own, ofPod] = [get(node, 'securityContext'), get(pod.spec, 'securityContext')];
      const holder = get(own, 'runAsNonRoot') === undefined ? ofPod : own;
      const isOwn = get(own, 'runAsUser') !== undefined;
      if (integerOf(get(isOwn ? own : ofPod, 'runAsUser')) === 0 && isAt(holder, 'runAsNonRoot', true))
        say(
          [...(isOwn ? path : pod.path), 'securityContext', 'runAsUser'],
          'user 0 contradicts runAsNonRoot: the container does not start',
          'write another user, such as 65532',
        );
    }),
};
