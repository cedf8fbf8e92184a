/** Kubernetes objects against the API server of kube.ts: their paths, CRDs, what a namespace holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kube } from './kube.js';

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: objects of every kind
  readonly [key: string]: any;
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** `apiVersion/kind`, with the namespace where it is not the release's, and the name. */
export const identity = ({ apiVersion, kind, metadata }: KubeObject): string => `${apiVersion} ${kind} ${metadata.name}`;

const groupPath = (apiVersion: string): string => (apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`);

/** Path of the list that an object of this kind lives in. @throws an Error if the server does not know the kind */
export async function listPath(
  kube: Kube,
  { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>,
  namespace: string,
): Promise<string> {
  const { resources } = await kube.ask(groupPath(apiVersion));
  const resource = (resources as Resource[]).find(entry => entry.kind === kind && !entry.name.includes('/'));
  if (!resource) throw new Error(`the server knows no ${apiVersion} ${kind}`);
  return `${groupPath(apiVersion)}/${resource.namespaced ? `namespaces/${namespace}/` : ''}${resource.name}`;
}

/** Every `group/version` and `group/version/Kind` that the server offers, as `--api-versions` takes them. */
export async function apiVersions(kube: Kube): Promise<string[]> {
  const { groups } = await kube.ask('/apis');
  const versions = (groups as { versions: { groupVersion: string }[] }[]).flatMap(group => group.versions.map(entry => entry.groupVersion));
  const kinds = await Promise.all(
    ['v1', ...versions].map(async version => (await resourcesOf(kube, version)).map(({ kind }) => `${version}/${kind}`)),
  );
  return ['v1', ...versions, ...new Set(kinds.flat())];
}

const resourcesOf = async (kube: Kube, apiVersion: string): Promise<Resource[]> =>
  ((await kube.ask(groupPath(apiVersion))).resources as Resource[]).filter(({ name }) => !name.includes('/'));

/** Groups whose objects a chart may make; what the server keeps for itself (events, leases) lies elsewhere. */
const chartGroups =
  /^(apps|batch|autoscaling|policy|networking\.k8s\.io|rbac\.authorization\.k8s\.io|agentgateway\.dev|gateway\.networking\.k8s\.io)$/;

/** All that a namespace holds but for its own service account and Helm's records, in the version that the server prefers. */
export async function objectsIn(kube: Kube, namespace: string): Promise<KubeObject[]> {
  const { groups } = await kube.ask('/apis');
  const chosen = (groups as { name: string; preferredVersion: { groupVersion: string } }[]).filter(({ name }) => chartGroups.test(name));
  const found: KubeObject[] = [];
  for (const apiVersion of ['v1', ...chosen.map(({ preferredVersion }) => preferredVersion.groupVersion)]) {
    for (const { name, kind, namespaced, verbs } of await resourcesOf(kube, apiVersion)) {
      if (!namespaced || !verbs.includes('list') || kind === 'Event') continue;
      const { items } = await kube.ask(`${groupPath(apiVersion)}/namespaces/${namespace}/${name}`);
      found.push(...(items as KubeObject[]).map(item => ({ ...item, apiVersion, kind })));
    }
  }
  return found.filter(object => !isOfTheServer(object));
}

const isOfTheServer = ({ kind, metadata, type }: KubeObject): boolean =>
  (kind === 'ServiceAccount' && metadata.name === 'default') || (kind === 'Secret' && type === 'helm.sh/release.v1');

/** The folder of CRDs, and what to say where it is not named. */
export const crdFolder = process.env.MCPGW_CRDS;
export const crdsMissing = crdFolder === undefined ? 'needs MCPGW_CRDS, the folder of CRDs' : undefined;

/** Version of the Gateway API that a version of agentgateway is built for, as far as its CRDs are at hand. */
export const gatewayApiOf: Readonly<Record<string, string>> = { 'v1.0.0': 'v1.5.1', 'v1.1.0': 'v1.5.1', 'v1.4.1': 'v1.6.1' };

/** Installs the CRDs of a version of agentgateway and of its Gateway API, and waits until the server serves them. */
export async function installCrds(kube: Kube, version: string): Promise<void> {
  const folders = [`gateway-api-${gatewayApiOf[version]}`, `agentgateway-${version}`].map(name => join(crdFolder!, name));
  const files = folders.flatMap(folder =>
    readdirSync(folder)
      .filter(isCrd)
      .map(name => join(folder, name)),
  );
  for (const file of files) {
    const body = readFileSync(file, 'utf8');
    await kube.ask('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { method: 'POST', body, contentType: 'application/yaml' });
  }
  await waitForCrds(kube, files.length);
}

const isCrd = (name: string): boolean => name.endsWith('.yaml') && !name.includes('_vap_');

async function waitForCrds(kube: Kube, count: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { items } = await kube.ask('/apis/apiextensions.k8s.io/v1/customresourcedefinitions');
    const isEstablished = (crd: KubeObject) =>
      crd.status?.conditions?.some(({ type, status }: { type: string; status: string }) => type === 'Established' && status === 'True');
    if (items.filter(isEstablished).length >= count && (await areServed(kube, items))) return;
    await sleep(200);
  }
  throw new Error('the CRDs were not established in 60 s');
}

/** Whether every kind can be listed; the server answers 404 for seconds after the condition holds. */
async function areServed(kube: Kube, crds: readonly KubeObject[]): Promise<boolean> {
  const paths = crds.flatMap(({ spec }) =>
    spec.versions
      .filter(({ served }: { served: boolean }) => served)
      .map(({ name }: { name: string }) => `/apis/${spec.group}/${name}/${spec.names.plural}`),
  );
  for (const path of paths) if ((await kube.request(path)).status !== 200) return false;
  return true;
}
