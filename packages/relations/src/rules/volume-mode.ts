import { get, type Rule } from '@mcpgw/structure';
import { integerOf, textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { placed } from '../objects/placed.js';
import { containersOf } from '../objects/pods.js';
import { fileModesOf } from '../objects/volumes.js';

const example = (mode: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  securityContext: {runAsUser: 1000}
  volumes: [{name: key, secret: {secretName: key, defaultMode: ${mode}}}]
  containers: [{name: web, image: "web:1", volumeMounts: [{name: key, mountPath: /keys}]}]
`;

export const volumeMode: Rule = {
  id: 'volume-mode',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The files belong to root: a program of another user gets "permission denied".',
  docs: {
    checks:
      'Modes of files of ConfigMaps, Secrets and projected volumes in containers that run as another user than 0 (`runAsUser`), in pods without `fsGroup`: others may read them, or the group where the container runs in group 0.',
    basedOn: 'The documentation of Kubernetes about fsGroup. No kubelet ran the examples.',
    fix: 'Set `fsGroup` of the pod, which gives the files to the group, or write the mode 0444.',
    wrong: example('0400'),
    correct: example('0444'),
  },
  check: context =>
    forOwnPods(context, (pod, say) => {
      const ofPod = get(pod.spec, 'securityContext');
      if (get(ofPod, 'fsGroup') !== undefined) return;
      for (const container of containersOf(pod)) {
        const own = get(container.node, 'securityContext');
        const user = integerOf(get(own, 'runAsUser') ?? get(ofPod, 'runAsUser'));
        const group = integerOf(get(own, 'runAsGroup') ?? get(ofPod, 'runAsGroup')) ?? 0;
        if (user === undefined || user === 0) continue;
        const readable = group === 0 ? 0o044 : 0o004;
        for (const { node, path } of placed(container.node, container.path, 'volumeMounts')) {
          const modes = fileModesOf(pod, textOr(node, 'name', ''));
          const mode = modes === undefined ? undefined : [modes.usual, ...modes.files.values()].find(each => (each & readable) === 0);
          if (mode !== undefined)
            say(
              [...path, 'name'],
              `user ${user} may not read files of the volume: they belong to root, with the mode ${mode.toString(8).padStart(4, '0')}`,
              'set securityContext.fsGroup of the pod, or write the mode 0444',
            );
        }
      }
    }),
};
