import { at, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { integerOf, labelsOfObject, ofKind } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { type PodView, podsIn, portName, portNumber, portsOf } from '../objects/pods.js';
import { type Say, sayOf } from '../objects/say.js';
import { selectorTest } from '../objects/selectors.js';

const example = (types: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web}
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [${types}]
  egress: [{to: [{podSelector: {matchLabels: {app: db}}}]}]
`;

/** A port of an ingress rule that the selected pods do not open. */
function checkPort(port: PlacedNode, pods: readonly PodView[], say: Say): void {
  const wanted = get(port.node, 'port');
  const declared = pods.flatMap(portsOf);
  if (wanted === undefined || get(port.node, 'endPort') !== undefined || !pods.every(pod => portsOf(pod).length > 0)) return;
  const [name, number] = [text(wanted), integerOf(wanted)];
  const same = declared.filter(each => (number === undefined ? portName(each) === name : portNumber(each) === number));
  const protocol = text(get(port.node, 'protocol')) ?? 'TCP';
  const protocols = [...new Set(same.map(each => text(get(each, 'protocol')) ?? 'TCP'))];
  if (same.length > 0) {
    if (!protocols.includes(protocol))
      say(
        [...port.path, 'protocol'],
        `the pods open this port for ${protocols.join(' and ')}, and the rule permits ${protocol}`,
        `write protocol: ${protocols[0]}`,
      );
    return;
  }
  const known = `their ports: ${declared.map(each => portName(each) || String(portNumber(each))).join(', ')}`;
  if (name !== undefined) say([...port.path, 'port'], `the selected pods have no port named "${name}": the rule permits nothing`, known);
}

const directions = [
  ['ingress', 'Ingress', 'from'],
  ['egress', 'Egress', 'to'],
] as const;

/** The rules of one direction: whether they count, and whom they permit. */
function checkDirection(root: Node, policy: Node, [key, type, peers]: (typeof directions)[number], say: Say): void {
  const types = items(at(policy, 'spec', 'policyTypes')).map(item => text(item));
  if (types.length > 0 && !types.includes(type) && items(at(policy, 'spec', key)).length > 0)
    say(
      ['spec', key],
      `policyTypes does not list ${type}: these rules count for nothing, and everything is permitted`,
      `add ${type} to policyTypes`,
    );
  for (const { node, path } of placed(policy, [], 'spec', key)) {
    const list = get(node, peers);
    if (list?.kind === 'list' && list.items.length === 0)
      say(
        [...path, peers],
        'an empty list permits everybody, as no list does',
        `write the peers, or leave "${peers}" out to permit everybody`,
      );
    for (const peer of placed(node, path, peers))
      if (
        at(peer.node, 'namespaceSelector', 'matchLabels', 'name') !== undefined &&
        !ofKind(root, 'Namespace').some(each => labelsOfObject(each).has('name'))
      )
        say(
          [...peer.path, 'namespaceSelector', 'matchLabels', 'name'],
          'a namespace has the label "name" only if somebody sets it',
          'write kubernetes.io/metadata.name, which each namespace has',
          'info',
        );
  }
}

export const networkPolicyInert: Rule = {
  id: 'network-policy-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The policy is accepted, and a part of it does nothing, or permits what it seems to forbid.',
  docs: {
    checks:
      'NetworkPolicies: rules of a direction that `policyTypes` leaves out, empty lists of peers, which permit everybody, pods on the network of the node, to which no policy applies, and ports of ingress rules that the given pods do not open: names and protocols; numbers are those of network-policy-peers. An info for the label `name` of namespaces, which the API server does not set.',
    basedOn: 'The documentation of Kubernetes about NetworkPolicy. No program was run for this rule.',
    fix: 'List both directions in `policyTypes`, leave an empty list of peers out or fill it, and write the port of the container.',
    wrong: example('Ingress'),
    correct: example('Ingress, Egress'),
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'NetworkPolicy')) {
      if (!policy.own || policy.group !== 'networking.k8s.io') continue;
      const say = sayOf(report, policy.node);
      const spec = get(policy.node, 'spec');
      for (const direction of directions) checkDirection(root, policy.node, direction, say);
      const fits = selectorTest(get(spec, 'podSelector'));
      const pods = podsIn(root, policy.namespace, pod => fits(pod.labels));
      if (pods.length === 0) continue;
      const isHost = (pod: PodView): boolean => isAt(pod.spec, 'hostNetwork', true);
      if (pods.every(isHost))
        say(
          ['spec', 'podSelector'],
          `${pods[0]!.owner.kind} "${pods[0]!.owner.name}" uses the network of the node, to which no policy applies`,
          'remove hostNetwork, or protect the node',
        );
      const inside = pods.filter(pod => pod.isServer && !isHost(pod));
      if (inside.length === 0 || at(spec, 'podSelector') === undefined) continue;
      for (const rule of placed(policy.node, [], 'spec', 'ingress'))
        for (const port of placed(rule.node, rule.path, 'ports')) checkPort(port, inside, say);
    }
  },
};
