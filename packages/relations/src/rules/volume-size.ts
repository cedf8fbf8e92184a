import { at, get, type Rule, text } from '@mcpgw/structure';
import { quantityAt } from '../objects/amounts.js';
import { textOr, writtenOf } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf } from '../objects/pods.js';

const example = (size: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: cache, emptyDir: {medium: Memory, sizeLimit: ${size}}}]
  containers:
    - {name: web, image: "web:1", resources: {limits: {memory: 512Mi}}, volumeMounts: [{name: cache, mountPath: /cache}]}
`;

export const volumeSize: Rule = {
  id: 'volume-size',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Another limit ends the container before the volume is as large as it may be.',
  docs: {
    checks:
      'The `sizeLimit` of emptyDir volumes: one in memory lies below the memory limit of each container that mounts it, one on disk below the limits of `ephemeral-storage` of all containers, and none is less than 64 KiB, which comes from a missing unit.',
    basedOn: 'The documentation of Kubernetes about emptyDir and its sizeLimit. No kubelet ran the examples.',
    fix: 'Lower `sizeLimit`, or raise the limit of the container.',
    wrong: example('2Gi'),
    correct: example('128Mi'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      const containers = containersOf(pod).filter(({ isInit }) => !isInit);
      for (const { node, path } of placed(pod.spec, pod.path, 'volumes')) {
        const written = at(node, 'emptyDir', 'sizeLimit');
        const size = quantityAt(written);
        if (written === undefined || size === undefined) continue;
        const shown = writtenOf(written);
        const place = [...path, 'emptyDir', 'sizeLimit'];
        if (size > 0 && size < 65_536)
          say(
            place,
            `${shown} is ${Math.max(1, Math.round(size))} bytes: the pod is evicted with its first file`,
            `write "${/^\d+/.exec(shown)?.[0] ?? '1'}Mi"`,
          );
        const name = textOr(node, 'name', '');
        const users = containers.filter(each =>
          placed(each.node, [], 'volumeMounts').some(mount => textOr(mount.node, 'name', '') === name),
        );
        if (text(at(node, 'emptyDir', 'medium')) === 'Memory') {
          const memory = Math.min(
            ...users.map(each => quantityAt(at(each.node, 'resources', 'limits', 'memory')) ?? Number.POSITIVE_INFINITY),
          );
          if (size > memory)
            say(
              place,
              `files in memory count as memory of the container, which is killed above its limit, before ${shown} are used`,
              'lower sizeLimit, or raise limits.memory',
            );
          continue;
        }
        const limits = containers.map(each => quantityAt(get(at(each.node, 'resources', 'limits'), 'ephemeral-storage')));
        const total = limits.includes(undefined) ? Number.POSITIVE_INFINITY : limits.reduce<number>((sum, each) => sum + each!, 0);
        if (size > total)
          say(
            place,
            `the pod is evicted above the limits of ephemeral-storage, before ${shown} are used`,
            'lower sizeLimit, or raise limits.ephemeral-storage',
          );
      }
    }),
};
