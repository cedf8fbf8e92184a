import type { Path } from '@mcpgw/diagnostics';
import { at, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { mayBeSame, named, textOr } from '../objects/objects.js';
import { forOwnPods } from '../objects/own-pods.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { containersOf, type PodView, replicasOf } from '../objects/pods.js';
import type { Say } from '../objects/say.js';

const example = (mode: string): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], volumeMode: ${mode}, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
  containers: [{name: web, image: "web:1", volumeMounts: [{name: data, mountPath: /data}]}]
`;

const modesOf = (spec: Node | undefined): string[] => items(get(spec, 'accessModes')).map(mode => text(mode) ?? '');
const areAll = (modes: readonly string[], wanted: string): boolean => modes.length > 0 && modes.every(mode => mode === wanted);

/** The mounts and devices of the containers of a pod that stand for a volume with a claim. */
function checkMounts(pod: PodView, volume: Node, spec: Node | undefined, say: Say): void {
  const isBlock = text(get(spec, 'volumeMode')) === 'Block';
  const isFixed = areAll(modesOf(spec), 'ReadOnlyMany');
  const source = get(volume, 'persistentVolumeClaim');
  const wanted = textOr(source, 'claimName', '');
  const usesOf = (key: string): PlacedNode[] =>
    containersOf(pod)
      .flatMap(({ node, path }) => placed(node, path, key))
      .filter(use => textOr(use.node, 'name', '') === textOr(volume, 'name', ''));
  for (const use of usesOf(isBlock ? 'volumeMounts' : 'volumeDevices'))
    say(
      [...use.path, 'name'],
      isBlock ? `the claim "${wanted}" is a device, and cannot be mounted` : `the claim "${wanted}" is a file system, and no device`,
      isBlock ? 'use volumeDevices, or volumeMode: Filesystem' : 'use volumeMounts, or volumeMode: Block',
    );
  for (const use of isFixed ? usesOf('volumeMounts') : [])
    if (!isReadOnly(use.node, source))
      say([...use.path, 'name'], `the claim "${wanted}" can only be read, and the mount is for writing`, 'write readOnly: true', 'warning');
}

/** A Deployment whose new pod needs the claim of its old one. */
function checkRollout(root: Node, pod: PodView, path: Path, spec: Node | undefined, say: Say): void {
  if (pod.owner.kind !== 'Deployment' || text(at(pod.owner.node, 'spec', 'strategy', 'type')) === 'Recreate') return;
  if ((replicasOf(root, pod) ?? 1) === 1 && areAll(modesOf(spec), 'ReadWriteOncePod'))
    say(
      [...path, 'persistentVolumeClaim', 'claimName'],
      'the new pod of a rollout waits for the claim that the old one holds until the new one is ready',
      'write strategy: {type: Recreate}',
    );
}

export const claimUse: Rule = {
  id: 'claim-use',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The claim and the pod are accepted, and the kubelet cannot give the one to the other: the pod never starts, or a rollout never ends.',
  docs: {
    checks:
      'Given claims beside the pods that use them: claims of mode Block are devices, others are mounted; a claim that can only be read is mounted with `readOnly` (a warning); and a Deployment does not replace a pod step by step while it holds a claim of one pod (ReadWriteOncePod).',
    basedOn: 'The documentation of Kubernetes about volumes of mode Block and access modes. No kubelet ran the examples.',
    fix: 'Use volumeDevices for Block, `readOnly: true`, and `strategy: {type: Recreate}`.',
    wrong: example('Block'),
    correct: example('Filesystem'),
  },
  check: context =>
    forOwnPods(context, (pod, say, root) => {
      for (const { node, path } of placed(pod.spec, pod.path, 'volumes')) {
        const source = get(node, 'persistentVolumeClaim');
        const wanted = text(get(source, 'claimName')) ?? '';
        const claims = named(root, 'PersistentVolumeClaim', wanted).filter(({ namespace }) => mayBeSame(namespace, pod.owner.namespace));
        if (wanted === '' || claims.length !== 1) continue;
        const spec = get(claims[0]!.node, 'spec');
        checkMounts(pod, node, spec, say);
        checkRollout(root, pod, path, spec, say);
      }
    }),
};

const isReadOnly = (...nodes: readonly (Node | undefined)[]): boolean => nodes.some(node => isAt(node, 'readOnly', true));
