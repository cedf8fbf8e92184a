/** Evaluates NetworkPolicies by the rules of networking.k8s.io/v1, for the parts that the chart uses, because no network plugin is available. */
import { BlockList } from 'node:net';
import type { KubeObject } from './kube-objects.js';

type Labels = Readonly<Record<string, string>>;

/** One end of a connection: a pod, or an address outside the cluster. */
export interface End {
  readonly namespace?: string;
  readonly namespaceLabels?: Labels;
  readonly labels?: Labels;
  /** Ports of the pod by name. */
  readonly ports?: Readonly<Record<string, number>>;
  readonly ip?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: parts of objects
type Part = any;

const matches = (selector: Part, labels: Labels = {}): boolean => {
  const { matchLabels = {}, matchExpressions } = selector;
  if (matchExpressions !== undefined) throw new Error('matchExpressions are not read here');
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
};

function inBlock({ cidr, except = [] }: { cidr: string; except?: string[] }, ip: string | undefined): boolean {
  if (ip === undefined) return false;
  const holds = (block: string): boolean => {
    const [net, bits] = block.split('/') as [string, string];
    const [family, own] = [net, ip].map(address => (address.includes(':') ? 'ipv6' : 'ipv4'));
    if (family !== own) return false;
    const list = new BlockList();
    list.addSubnet(net, Number(bits), family);
    return list.check(ip, own);
  };
  return holds(cidr) && !except.some(holds);
}

function isPeer(peer: Part, end: End, namespace: string): boolean {
  if (peer.ipBlock !== undefined) return inBlock(peer.ipBlock, end.ip);
  if (end.labels === undefined) return false;
  const inNamespace =
    peer.namespaceSelector === undefined ? end.namespace === namespace : matches(peer.namespaceSelector, end.namespaceLabels);
  return inNamespace && (peer.podSelector === undefined || matches(peer.podSelector, end.labels));
}

/** Named ports are those of the pod that is reached. */
const isPort = (wanted: Part, to: End, port: number, protocol: string): boolean =>
  wanted.protocol === protocol &&
  (wanted.port === undefined || (typeof wanted.port === 'string' ? to.ports?.[wanted.port] : wanted.port) === port);

interface Connection {
  readonly from: End;
  readonly to: End;
  readonly port: number;
  readonly protocol: string;
}

/** Whether a policy is one of those for a pod. */
export const selects = ({ metadata, spec }: KubeObject, { namespace, labels }: End): boolean =>
  metadata.namespace === namespace && labels !== undefined && matches(spec.podSelector, labels);

function isOpen(policies: readonly KubeObject[], way: 'ingress' | 'egress', { from, to, port, protocol }: Connection): boolean {
  const [own, other] = way === 'ingress' ? [to, from] : [from, to];
  const type = way === 'ingress' ? 'Ingress' : 'Egress';
  const selecting = policies.filter(policy => policy.spec.policyTypes.includes(type) && selects(policy, own));
  if (selecting.length === 0) return true;
  return selecting.some(({ spec, metadata }) =>
    (spec[way] ?? []).some((rule: Part) => {
      const peers: Part[] = (way === 'ingress' ? rule.from : rule.to) ?? [];
      const ports: Part[] = rule.ports ?? [];
      const isReached = peers.length === 0 || peers.some(peer => isPeer(peer, other, metadata.namespace!));
      return isReached && (ports.length === 0 || ports.some(wanted => isPort(wanted, to, port, protocol)));
    }),
  );
}

/** Whether the policies let a connection through: out of one end and into the other. */
export function mayConnect(policies: readonly KubeObject[], from: End, to: End, port: number, protocol = 'TCP'): boolean {
  const connection = { from, to, port, protocol };
  return isOpen(policies, 'egress', connection) && isOpen(policies, 'ingress', connection);
}
