/** NetworkPolicies: which connections between given pods they permit. */
import { at, entries, get, items, type Node, text } from '@mcpgw/structure';
import { integerOf, labelsOfObject, mayBeSame, named, type ObjectView, ofKindIn, textOr } from '../objects/objects.js';
import { type LabelTest, selectorTest, selects } from '../objects/selectors.js';

/** One end of a connection. */
export interface PodEnd {
  readonly labels: ReadonlyMap<string, string>;
  readonly namespace: string;
}

export type Direction = 'ingress' | 'egress';

/** A port of a connection: the number and name by which the container opens it, as far as they are known. */
export interface ConnectionPort {
  readonly number: number | undefined;
  readonly name: string;
  readonly protocol: 'TCP' | 'UDP';
}

/** Whether a policy is about a direction. */
function isAbout({ node }: ObjectView, direction: Direction): boolean {
  const types = items(at(node, 'spec', 'policyTypes')).map(item => text(item));
  if (types.length > 0) return types.includes(direction === 'ingress' ? 'Ingress' : 'Egress');
  return direction === 'ingress' || at(node, 'spec', 'egress') !== undefined;
}

/** The policies that restrict the connections of a pod in a direction. */
export function policiesOn(stream: Node, end: PodEnd, direction: Direction): readonly ObjectView[] {
  return policiesIn(stream, end.namespace, direction).flatMap(({ policy, selectsPod }) => (selectsPod(end.labels) ? [policy] : []));
}

interface PolicyTest {
  readonly policy: ObjectView;
  readonly selectsPod: LabelTest;
}

const known = new WeakMap<Node, Map<string, readonly PolicyTest[]>>();

/** The policies about a direction that may be in a namespace. */
function policiesIn(stream: Node, namespace: string, direction: Direction): readonly PolicyTest[] {
  const kept = known.get(stream) ?? new Map<string, readonly PolicyTest[]>();
  known.set(stream, kept);
  const key = `${direction}/${namespace}`;
  const found =
    kept.get(key) ??
    ofKindIn(stream, 'NetworkPolicy', namespace)
      .filter(policy => policy.group === 'networking.k8s.io' && isAbout(policy, direction))
      .map(policy => ({ policy, selectsPod: selectorTest(at(policy.node, 'spec', 'podSelector')) }));
  kept.set(key, found);
  return found;
}

/** Whether some rule of some policy may permit a connection. What is not known, such as addresses, counts as permitted. */
export function permits(
  stream: Node,
  policies: readonly ObjectView[],
  direction: Direction,
  peer: PodEnd | 'cluster',
  port: ConnectionPort,
): boolean {
  return policies.some(policy =>
    items(at(policy.node, 'spec', direction)).some(rule => {
      const peers = items(get(rule, direction === 'ingress' ? 'from' : 'to'));
      const ports = items(get(rule, 'ports'));
      return (
        (peers.length === 0 || peers.some(each => mayBePeer(stream, each, policy, peer))) &&
        (ports.length === 0 || ports.some(each => mayBePort(each, port)))
      );
    }),
  );
}

/** Whether some rule of some policy permits a port, for whichever peers. */
export function permitsPort(policies: readonly ObjectView[], direction: Direction, port: ConnectionPort): boolean {
  return policies.some(policy =>
    items(at(policy.node, 'spec', direction)).some(rule => {
      const ports = items(get(rule, 'ports'));
      return ports.length === 0 || ports.some(each => mayBePort(each, port));
    }),
  );
}

function mayBePeer(stream: Node, rule: Node, policy: ObjectView, peer: PodEnd | 'cluster'): boolean {
  if (get(rule, 'ipBlock') !== undefined) return true;
  const [pods, namespaces] = [get(rule, 'podSelector'), get(rule, 'namespaceSelector')];
  if (peer === 'cluster') return namespaces !== undefined;
  const inNamespace =
    namespaces === undefined ? mayBeSame(policy.namespace, peer.namespace) : mayBeNamespace(stream, namespaces, peer.namespace);
  return inNamespace && (pods === undefined || selects(pods, peer.labels));
}

/** Labels of a namespace that is not given are unknown, except its name. */
function mayBeNamespace(stream: Node, selector: Node, namespace: string): boolean {
  if (namespace === '') return true;
  const own: [string, string] = ['kubernetes.io/metadata.name', namespace];
  const given = named(stream, 'Namespace', namespace);
  if (given.length > 0) return given.some(each => selects(selector, new Map([...labelsOfObject(each), own])));
  const keys = [
    ...items(get(selector, 'matchExpressions')).map(one => textOr(one, 'key', '')),
    ...entries(get(selector, 'matchLabels')).map(({ key }) => key),
  ];
  return keys.some(key => key !== own[0]) || selects(selector, new Map([own]));
}

function mayBePort(rule: Node, { number, name, protocol }: ConnectionPort): boolean {
  if (textOr(rule, 'protocol', 'TCP') !== protocol) return false;
  const port = get(rule, 'port');
  if (port === undefined) return true;
  const [first, last] = [integerOf(port), integerOf(get(rule, 'endPort'))];
  if (first === undefined) return name === '' || text(port) === name;
  return number === undefined || (number >= first && number <= (last ?? first));
}
