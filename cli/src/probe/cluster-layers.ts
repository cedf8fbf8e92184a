/** Why a Service of a cluster is not reached, as the cluster itself sees it: no Service, no such port, no pod, pods not ready, a policy. */
import { at, isMap, type JsonData, type JsonMap, own } from '../json.js';
import type { KubeClient } from '../kube/client.js';
import { list, text } from './cluster-servers.js';

/** A Service by its address. */
export interface ServiceAddress {
  readonly name: string;
  readonly namespace: string;
  readonly port: number;
}

/** The Service that a URL means, for a pod of `namespace`; undefined for a host that is no name of a Service. */
export function serviceOf(url: string, namespace: string, clusterDomain = 'cluster.local'): ServiceAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, protocol } = new URL(url);
  const short = hostname.endsWith(`.svc.${clusterDomain}`) ? hostname.slice(0, -clusterDomain.length - 1) : hostname;
  const parts = short.split('.');
  if (parts.some(part => !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part)) || /^\d+$/.test(parts.at(-1)!)) return undefined;
  const isService = parts.length === 1 || parts.length === 2 || (parts.length === 3 && parts[2] === 'svc');
  if (!isService) return undefined;
  return { name: parts[0]!, namespace: parts[1] ?? namespace, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

const matches = (selector: JsonData | undefined, labels: JsonData | undefined): boolean => {
  const wanted = own(selector, 'matchLabels') ?? {};
  const isPlain = own(selector, 'matchExpressions') === undefined;
  return isPlain && isMap(wanted) && Object.entries(wanted).every(([key, value]) => own(labels, key) === value);
};

const query = (selector: JsonMap): string =>
  encodeURIComponent(
    Object.entries(selector)
      .map(([key, value]) => `${key}=${value}`)
      .join(','),
  );

const isReady = (pod: JsonData): boolean =>
  list(at(pod, 'status', 'conditions')).some(entry => own(entry, 'type') === 'Ready' && own(entry, 'status') === 'True');

/** Why a container of a pod does not run, such as `ImagePullBackOff`; else its phase. */
function stateOf(pod: JsonData): string {
  const waiting = list(at(pod, 'status', 'containerStatuses')).map(entry => text(at(entry, 'state', 'waiting', 'reason')));
  return waiting.find(reason => reason !== '') ?? `${text(at(pod, 'status', 'phase')) || 'unknown'}, not ready`;
}

async function podsFault(client: KubeClient, { name, namespace }: ServiceAddress, selector: JsonMap): Promise<string | JsonData> {
  const pods = list(own(await client.get(`/api/v1/namespaces/${namespace}/pods?labelSelector=${query(selector)}`), 'items'));
  if (pods.length === 0) return `Service ${namespace}/${name} selects no pod: compare its selector with the labels of the pods`;
  const ready = pods.find(isReady);
  if (ready !== undefined) return ready;
  const [first] = pods;
  return `Service ${namespace}/${name} has no ready endpoint: pod ${text(at(first, 'metadata', 'name'))} is ${stateOf(first!)}`;
}

async function policyFault(client: KubeClient, { name, namespace }: ServiceAddress, pod: JsonData): Promise<string | undefined> {
  const policies = list(own(await client.get(`/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`), 'items'));
  const guarding = policies.filter(
    policy =>
      list(at(policy, 'spec', 'policyTypes')).includes('Ingress') &&
      matches(at(policy, 'spec', 'podSelector'), at(pod, 'metadata', 'labels')),
  );
  if (guarding.length === 0) return undefined;
  const names = guarding.map(policy => text(at(policy, 'metadata', 'name'))).join(', ');
  return `the pods of Service ${namespace}/${name} are ready: NetworkPolicy ${names} of ${namespace}, or one that restricts egress here, may drop the connection`;
}

/**
 * What of the cluster explains that a Service could not be reached, with what to look at; undefined where nothing does. `isUnresolved`: its
 * name could not be resolved.
 * @throws CliError if the cluster refuses to say
 */
export async function serviceFault(client: KubeClient, address: ServiceAddress, isUnresolved: boolean): Promise<string | undefined> {
  const { name, namespace, port } = address;
  const service = await client.get(`/api/v1/namespaces/${namespace}/services/${name}`);
  if (service === undefined) return `there is no Service ${name} in namespace ${namespace}`;
  if (at(service, 'spec', 'type') === 'ExternalName') return undefined;
  const ports = list(at(service, 'spec', 'ports')).map(entry => own(entry, 'port'));
  if (!ports.includes(port)) return `Service ${namespace}/${name} has no port ${port}; it has ${ports.join(', ')}`;
  const selector = at(service, 'spec', 'selector');
  if (!isMap(selector)) return undefined;
  const pod = await podsFault(client, address, selector);
  if (typeof pod === 'string') return pod;
  if (isUnresolved) return 'names of Services resolve only inside the cluster: run the probe in a pod, or reach the servers through --via';
  const fault = await policyFault(client, address, pod);
  return fault ?? `the pods of Service ${namespace}/${name} are ready: check that its targetPort is one that they listen on`;
}
