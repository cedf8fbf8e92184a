/** What the suites of the chart share: one node with the project's images, the CRDs and a copy of the chart. */
import { apiVersions, type KubeObject, objectsIn } from '../../../helpers/kube-objects.js';
import { untilPasses } from '../../../helpers/until.js';
import { rendered } from '../../cluster/stored.js';
import { nodeName } from '../config.js';
import type { Node } from '../node.js';

export interface Ground {
  readonly node: Node;
  /** Folder of the chart. */
  readonly chart: string;
}

/** `Kind name` of all that a namespace holds, in order. */
export async function everythingIn(node: Node, namespace: string): Promise<string[]> {
  return (await objectsIn(node, namespace)).map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
}

/** What each key of a Secret holds that a test does not choose. */
const usual = 'a-secret-of-thirty-two-characters';

/** The Secrets that pods take variables from, by name, with their keys. */
function secretsOf(objects: readonly KubeObject[]): Map<string, Set<string>> {
  const secrets = new Map<string, Set<string>>();
  const add = (name: string, ...keys: string[]) => secrets.set(name, new Set([...(secrets.get(name) ?? []), ...keys]));
  const containers = objects.flatMap(({ kind, spec }) => (kind === 'Deployment' ? spec.template.spec.containers : []));
  for (const { env = [], envFrom = [] } of containers as KubeObject[]) {
    for (const { valueFrom } of env)
      if (valueFrom?.secretKeyRef !== undefined) add(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key);
    for (const { secretRef } of envFrom) if (secretRef !== undefined) add(secretRef.name);
  }
  return secrets;
}

let volumes = 0;

/** A volume on the node for a claim of a class: there is no provisioner. */
export async function makeVolume({ node }: Ground, storageClassName: string, storage: string): Promise<void> {
  const name = `volume-${++volumes}`;
  const path = `${node.sandbox.folder}/${name}`;
  node.sandbox.run('mkdir', ['-m', '770', path]);
  const hosts = { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [nodeName] }] };
  await node.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage },
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      persistentVolumeReclaimPolicy: 'Retain',
      local: { path },
      nodeAffinity: { required: { nodeSelectorTerms: [hosts] } },
    },
  });
}

/** A namespace under `restricted` for a release, with what its values ask for. @returns the objects of the release */
export async function prepare(ground: Ground, namespace: string, values: readonly string[]): Promise<KubeObject[]> {
  const { node, chart } = ground;
  await node.createNamespace(namespace, { 'pod-security.kubernetes.io/enforce': 'restricted' });
  const objects = rendered({ name: 'demo', namespace, chart, values }, await apiVersions(node));
  for (const other of new Set(objects.map(({ metadata }) => metadata.namespace ?? namespace))) {
    if ((await node.request(`/api/v1/namespaces/${other}`)).status === 404) await node.createNamespace(other);
  }
  await provide(ground, namespace, objects);
  return objects;
}

/** ConfigMaps that pods mount, and that are none of these objects. */
function otherConfigMaps(objects: readonly KubeObject[]): string[] {
  const own = objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
  const volumes = objects.flatMap(({ kind, spec }) => (kind === 'Deployment' ? (spec.template.spec.volumes ?? []) : []));
  const names = volumes.flatMap(({ configMap }: KubeObject) => (configMap === undefined ? [] : [configMap.name as string]));
  return [...new Set(names)].filter(name => !own.includes(name));
}

/** Makes the Secrets, ConfigMaps and volumes that objects name; Secrets that are there get the keys that they lack. */
export async function provide(ground: Ground, namespace: string, objects: readonly KubeObject[]): Promise<void> {
  const { node } = ground;
  for (const [name, keys] of secretsOf(objects)) {
    const value = (key: string) =>
      name === 'redis' ? 'redis://redis.data.svc.cluster.local:6380' : key === 'secret' ? usual : `${key} ${usual}`;
    const stringData = Object.fromEntries([...keys].map(key => [key, value(key).replaceAll(' ', '-')]));
    const path = `/api/v1/namespaces/${namespace}/secrets/${name}`;
    const patch = { method: 'PATCH', body: { stringData }, contentType: 'application/merge-patch+json' };
    if ((await node.request(path, patch)).status === 404)
      await node.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData });
  }
  for (const name of otherConfigMaps(objects)) await node.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } });
  for (const { kind, spec } of objects) {
    if (kind === 'PersistentVolumeClaim') await makeVolume(ground, spec.storageClassName, spec.resources.requests.storage);
  }
}

/** Waits until each Deployment of a namespace has the pods that it wants, all ready. */
export async function ready(node: Node, namespace: string): Promise<void> {
  await untilPasses(async () => {
    const objects = await objectsIn(node, namespace);
    const wanted = new Map(
      objects
        .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
        .map(({ spec }) => [spec.scaleTargetRef.name as string, spec.minReplicas as number]),
    );
    const states = objects
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata, spec, status }) => ({
        name: metadata.name,
        ready: status.readyReplicas ?? 0,
        wanted: Math.max(spec.replicas, wanted.get(metadata.name) ?? 0),
        isCurrent:
          status.observedGeneration === (metadata as { generation?: number }).generation && status.updatedReplicas === status.replicas,
      }));
    const pods = objects.filter(({ kind, status }) => kind === 'Pod' && status.phase !== 'Succeeded');
    const waiting = pods.flatMap(({ status }) => status.containerStatuses ?? []).flatMap(({ ready, state }) => (ready ? [] : [state]));
    const isReady = states.every(({ ready, wanted, isCurrent }) => ready === wanted && isCurrent);
    expect({ states, waiting: isReady ? [] : waiting }).toEqual({
      states: states.map(state => ({ ...state, ready: state.wanted, isCurrent: true })),
      waiting: [],
    });
    expect(pods.filter(({ status }) => status.phase !== 'Running').map(({ metadata }) => metadata.name)).toEqual([]);
  });
}
