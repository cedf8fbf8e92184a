import { at, get, items, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { mayBeSame, named, textOr } from '../objects/objects.js';
import { ownPodsOf } from '../objects/own-pods.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { containersOf, type PodView, replicasOf } from '../objects/pods.js';

const example = (mount: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  volumes: [{name: settings, configMap: {name: settings}}, {name: tmp, emptyDir: {}}]
  containers: [{name: web, image: "web:1", volumeMounts: [{name: tmp, mountPath: /tmp}${mount}]}]
`;

/** The mounts of all containers with a key, those that are added to a running pod included. */
const mountsOf = (pod: PodView, key: 'volumeMounts' | 'volumeDevices'): PlacedNode[] =>
  [...containersOf(pod), ...placed(pod.spec, pod.path, 'ephemeralContainers')].flatMap(({ node, path }) => placed(node, path, key));

/** The names of the volumes that a container has, as files or as a device. */
const usedIn = (pod: PodView): ReadonlySet<string> =>
  new Set([...mountsOf(pod, 'volumeMounts'), ...mountsOf(pod, 'volumeDevices')].map(({ node }) => textOr(node, 'name', '')));

/** Volumes that no container mounts, and mounts that are never updated. */
function checkMounts(pod: PodView, report: RuleContext['report']): void {
  const used = usedIn(pod);
  const live = new Map<string, string>();
  for (const { node, path } of placed(pod.spec, pod.path, 'volumes')) {
    const name = text(get(node, 'name'));
    if (name === undefined) continue;
    const kind = (['configMap', 'secret', 'projected', 'downwardAPI'] as const).find(key => get(node, key) !== undefined);
    if (kind !== undefined) live.set(name, kind);
    const medium = at(node, 'emptyDir', 'medium');
    if (medium !== undefined && !/^(?:|Memory|HugePages(?:-.+)?)$/.test(text(medium) ?? ''))
      report({
        at: medium,
        path: [...path, 'emptyDir', 'medium'],
        message: `the kubelet knows no medium "${text(medium)}": the pod never starts`,
        suggestion: 'write Memory, or leave it out',
      });
    if (!used.has(name) && containersOf(pod).length > 0)
      report({
        at: get(node, 'name')!,
        path: [...path, 'name'],
        message: `no container mounts the volume "${name}", and the pod still waits for what it names`,
        suggestion: 'mount it, or remove it',
        severity: 'info',
      });
  }
  for (const { node, path } of mountsOf(pod, 'volumeMounts')) {
    const kind = live.get(textOr(node, 'name', ''));
    const below = get(node, 'subPath') ?? get(node, 'subPathExpr');
    if (kind !== undefined && below !== undefined && text(below) !== '')
      report({
        at: below,
        path: [...path, get(node, 'subPath') === undefined ? 'subPathExpr' : 'subPath'],
        message: `a file that is mounted by subPath stays as it was when the ${kind === 'secret' ? 'Secret' : 'ConfigMap'} changes, until the pod is created again`,
        suggestion: 'mount the folder, or put a checksum of the content into an annotation of the pod',
        severity: 'info',
      });
  }
}

/** Claims that one node or one pod can mount, and that several pods of a workload share. */
function checkClaims(root: Parameters<typeof named>[0], pod: PodView, report: RuleContext['report']): void {
  const replicas = replicasOf(root, pod) ?? 1;
  if (replicas < 2 || get(pod.spec, 'affinity') !== undefined || get(pod.spec, 'nodeName') !== undefined) return;
  for (const { node, path } of placed(pod.spec, pod.path, 'volumes')) {
    const name = at(node, 'persistentVolumeClaim', 'claimName');
    const claims = named(root, 'PersistentVolumeClaim', text(name) ?? '').filter(claim => mayBeSame(claim.namespace, pod.owner.namespace));
    const [claim] = claims;
    if (name === undefined || claims.length !== 1) continue;
    const modes = items(at(claim!.node, 'spec', 'accessModes')).map(mode => text(mode) ?? '');
    if (modes.length === 0 || !modes.every(mode => mode === 'ReadWriteOnce' || mode === 'ReadWriteOncePod')) continue;
    const byPod = modes.includes('ReadWriteOncePod');
    report({
      at: name,
      path: [...path, 'persistentVolumeClaim', 'claimName'],
      message: `${replicas} pods share a claim that one ${byPod ? 'pod' : 'node'} can mount: ${byPod ? 'the others' : 'those on other nodes'} never start`,
      suggestion: 'use ReadWriteMany, one replica, or volumeClaimTemplates of a StatefulSet',
    });
  }
}

/** Claims that a StatefulSet makes for each pod, and that no container mounts, or that hide a volume of the pod. */
function checkTemplates(pod: PodView, report: RuleContext['report']): void {
  const used = usedIn(pod);
  const volumes = new Set(placed(pod.spec, pod.path, 'volumes').map(({ node }) => textOr(node, 'name', '')));
  for (const { node, path } of placed(pod.owner.node, [], 'spec', 'volumeClaimTemplates')) {
    const name = at(node, 'metadata', 'name');
    const written = text(name);
    if (name === undefined || written === undefined) continue;
    const place = { at: name, path: [...path, 'metadata', 'name'] };
    if (!used.has(written))
      report({
        ...place,
        message: `no container mounts "${written}": each pod gets a volume that stays empty`,
        suggestion: 'mount it, or remove it',
      });
    else if (volumes.has(written))
      report({
        ...place,
        message: `the pod has a volume "${written}" too, which the claim replaces`,
        suggestion: 'remove the volume of the pod',
      });
  }
}

export const volumeUse: Rule = {
  id: 'volume-use',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The volume is there, and the containers see nothing of it, or not what it has by now, or cannot start.',
  docs: {
    checks:
      'Media of emptyDir that the kubelet does not know. Claims with the access mode ReadWriteOnce or ReadWriteOncePod that several replicas of a workload without affinity share. Claims of a StatefulSet that no container mounts, or that replace a volume of the pod. An info for volumes that no container mounts, and for files of ConfigMaps and Secrets that are mounted by `subPath`, which are never updated.',
    basedOn: 'The documentation of Kubernetes about volumes. No kubelet ran the examples.',
    fix: 'Mount the volume, or remove it; mount folders instead of single files; give each replica its own claim.',
    wrong: example(''),
    correct: example(', {name: settings, mountPath: /etc/web}'),
  },
  check({ root, report }) {
    for (const pod of ownPodsOf(root)) {
      checkMounts(pod, report);
      checkClaims(root, pod, report);
      if (pod.owner.kind === 'StatefulSet') checkTemplates(pod, report);
    }
  },
};
