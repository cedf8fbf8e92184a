/** What a cluster must hold after a release: what `mcpgw render` prints, as the server itself completes it. */
import { splitManifests } from '@mcpgw/helm';
import { objectOf } from '../../helpers/golden-cases.js';
import type { Kube } from '../../helpers/kube.js';
import { identity, type KubeObject, listPath, objectsIn } from '../../helpers/kube-objects.js';
import { mcpgw } from '../../helpers/mcpgw.js';

/** Namespace in which objects are tried, to see what the server makes of them. */
export const trialNamespace = 'trial';

export interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly chart: string;
  /** Helm's flags for the values. */
  readonly values: readonly string[];
}

/** The objects of a release but for its hooks, as `mcpgw render` prints them. @throws an Error if it refuses */
export function rendered({ name, namespace, chart, values }: Release, versions: readonly string[]): KubeObject[] {
  const args = ['render', name, chart, '-n', namespace, ...values, '--no-hooks', '--kube-version', 'v1.34.2', '-a', versions.join(',')];
  const { status, stdout, stderr } = mcpgw(args);
  if (status !== 0) throw new Error(stderr);
  return splitManifests(stdout)
    .map(objectOf)
    .filter(object => object !== null);
}

/** A Service without the node ports, which a cluster has only once. */
const withoutNodePorts = (object: KubeObject): KubeObject =>
  object.kind === 'Service'
    ? { ...object, spec: { ...object.spec, ports: object.spec.ports.map(({ nodePort: _, ...port }: KubeObject) => port) } }
    : object;

/** A rendered object with what Helm adds to it and what the server defaults, as a dry run shows it. */
async function completed(kube: Kube, { name, namespace }: Release, object: KubeObject): Promise<KubeObject> {
  const added = { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace };
  const { metadata } = object;
  const body = {
    ...withoutNodePorts(object),
    metadata: {
      ...metadata,
      namespace: trialNamespace,
      labels: { ...metadata.labels, 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { ...metadata.annotations, ...added },
    },
  };
  const path = `${await listPath(kube, object, trialNamespace)}?dryRun=All&fieldValidation=Strict`;
  const { kind, apiVersion } = object;
  return { ...(await kube.ask(path, { method: 'POST', body })), kind, apiVersion };
}

/** An object without what differs between any two of the same content. */
function content(object: KubeObject, namespace: string): object {
  const { status: _, metadata, ...rest } = withoutNodePorts(object);
  const { clusterIP: __, clusterIPs: ___, healthCheckNodePort: ____, ...spec } = rest.spec ?? {};
  const { name, labels, annotations } = metadata;
  return {
    ...rest,
    id: `${namespace} ${identity(object)}`,
    metadata: { name, labels, annotations },
    ...(object.kind === 'Service' ? { spec } : {}),
  };
}

const byId = (a: object, b: object): number => ((a as { id: string }).id < (b as { id: string }).id ? -1 : 1);

/** What the release must have left in the namespaces: what `mcpgw render` prints, completed. */
export async function expectedObjects(kube: Kube, release: Release, versions: readonly string[]): Promise<object[]> {
  const objects = rendered(release, versions);
  const whole = await Promise.all(
    objects.map(async object => content(await completed(kube, release, object), object.metadata.namespace ?? release.namespace)),
  );
  return whole.sort(byId);
}

/** What the namespaces hold, in the same form. */
export async function storedObjects(kube: Kube, namespaces: readonly string[]): Promise<object[]> {
  const found = await Promise.all(namespaces.map(namespace => objectsIn(kube, namespace)));
  return found
    .flat()
    .map(object => content(object, object.metadata.namespace!))
    .sort(byId);
}
