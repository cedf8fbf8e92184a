/** The pods that workloads of a stream make. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node } from '@mcpgw/structure';
import {
  groupBy,
  groupOf,
  integerOf,
  isHook,
  labelsOf,
  mayBeSame,
  type ObjectView,
  objectsOf,
  ofKind,
  type Reference,
  targetsIn,
  textOr,
} from './objects.js';

/** The pods of a workload, or a pod itself. */
export interface PodView {
  readonly owner: ObjectView;
  readonly labels: ReadonlyMap<string, string>;
  readonly spec: Node;
  /** The path of the spec in the owner. */
  readonly path: Path;
  /** Whether the workload keeps its pods running, so that a Service can lead to them. Pods of hooks and tests end. */
  readonly isServer: boolean;
}

/** A container, with its path in the owner. */
export interface ContainerView {
  readonly node: Node;
  readonly path: Path;
  readonly isInit: boolean;
}

const templates: Readonly<Record<string, Path>> = Object.assign(Object.create(null), {
  Pod: [],
  Deployment: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  ReplicationController: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
});
/** Older charts still write workloads in the group `extensions`. */
const groups = ['', 'apps', 'batch', 'extensions'];

const known = new WeakMap<Node, readonly PodView[]>();

/** The pods of every workload of a stream. */
export function podsOf(stream: Node): readonly PodView[] {
  const found = known.get(stream) ?? objectsOf(stream).flatMap(podOf);
  known.set(stream, found);
  return found;
}

/** The pods of one workload: none or one. */
export const podsOfObject = (owner: ObjectView): readonly PodView[] => podOf(owner);

function podOf(owner: ObjectView): PodView[] {
  const at_ = groups.includes(owner.group) ? templates[owner.kind] : undefined;
  const template = at_ === undefined ? undefined : at(owner.node, ...at_);
  const spec = get(template, 'spec');
  return at_ === undefined || spec === undefined
    ? []
    : [{ owner, labels: labelsOf(get(template, 'metadata')), spec, path: [...at_, 'spec'], isServer: keepsRunning(owner) }];
}

const keepsRunning = (owner: ObjectView): boolean => owner.kind !== 'Job' && owner.kind !== 'CronJob' && !isHook(owner);

/** Whether a workload keeps its pods running. */
export const isServer = (pod: PodView): boolean => pod.isServer;

const byNamespace = new WeakMap<Node, Map<string, readonly PodView[]>>();

/** The pods in a namespace that have a property. */
export function podsIn(stream: Node, namespace: string, fits: (pod: PodView) => boolean): readonly PodView[] {
  const known = byNamespace.get(stream) ?? new Map<string, readonly PodView[]>();
  const pods = known.get(namespace) ?? podsOf(stream).filter(pod => mayBeSame(pod.owner.namespace, namespace));
  byNamespace.set(stream, known.set(namespace, pods));
  return pods.filter(fits);
}

/** The containers of a pod, init containers included. */
export function containersOf(pod: PodView): ContainerView[] {
  return ['containers', 'initContainers'].flatMap(key =>
    items(get(pod.spec, key)).map((node, index) => ({ node, path: [...pod.path, key, index], isInit: key === 'initContainers' })),
  );
}

/** Whether a container runs as long as its pod does: all but init containers that end. */
export const isLasting = ({ node, isInit }: ContainerView): boolean => !isInit || textOr(node, 'restartPolicy', '') === 'Always';

/** The declared ports of the containers that run as long as the pod. */
export function portsOf(pod: PodView): Node[] {
  return containersOf(pod)
    .filter(isLasting)
    .flatMap(({ node }) => items(get(node, 'ports')));
}

/** The name of a declared port. */
export const portName = (port: Node): string => textOr(port, 'name', '');
/** The number of a declared port. */
export const portNumber = (port: Node): number | undefined => integerOf(get(port, 'containerPort'));

const scalers = new WeakMap<Node, ReadonlyMap<string, readonly ObjectView[]>>();

/** What an autoscaler names as its target. */
function scaleTargetOf({ node, namespace }: ObjectView): Reference {
  const ref = at(node, 'spec', 'scaleTargetRef');
  return { group: groupOf(textOr(ref, 'apiVersion', '')), kind: textOr(ref, 'kind', ''), name: textOr(ref, 'name', ''), namespace };
}

const keyOf = ({ kind, name }: Pick<Reference, 'kind' | 'name'>): string => `${kind}/${name}`;

/** The workloads that an autoscaler scales. */
export const scaledBy = (stream: Node, scaler: ObjectView): readonly ObjectView[] => targetsIn(stream, scaleTargetOf(scaler));

/** The autoscalers that name a workload as their target. */
export function scalersOf(stream: Node, target: Pick<ObjectView, 'kind' | 'name' | 'namespace'>): readonly ObjectView[] {
  const known = scalers.get(stream) ?? groupBy(ofKind(stream, 'HorizontalPodAutoscaler'), scaler => keyOf(scaleTargetOf(scaler)));
  scalers.set(stream, known);
  const found = known.get(keyOf(target)) ?? [];
  return found.filter(({ namespace }) => mayBeSame(namespace, target.namespace));
}

/** The number of replicas of a workload; undefined for workloads whose number is not fixed. */
export function replicasOf(stream: Node, { owner }: PodView): number | undefined {
  if (!['Deployment', 'StatefulSet', 'ReplicaSet'].includes(owner.kind)) return undefined;
  const [scaler] = scalersOf(stream, owner);
  if (scaler !== undefined) return integerOf(at(scaler.node, 'spec', 'maxReplicas'));
  const replicas = at(owner.node, 'spec', 'replicas');
  return replicas === undefined ? 1 : integerOf(replicas);
}
