import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { policiesOn } from '../network/network.js';
import { integerOf, type ObjectView, ofKind, ofKindIn } from '../objects/objects.js';
import { type PlacedNode, placed } from '../objects/placed.js';
import { type PodView, podsIn, portName, portNumber, portsOf } from '../objects/pods.js';
import { isEmptySelector, selectorTest } from '../objects/selectors.js';
import { hasSelector, selectorOf, servicePorts } from '../objects/services.js';

const example = (peers: string): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web}
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [Ingress]
  ingress: [{from: ${peers}}]
`;

/** Peers beside one that permits every pod of every namespace. */
function checkPeers(rule: PlacedNode, key: string, report: RuleContext['report']): void {
  const peers = placed(rule.node, rule.path, key);
  const every = peers.find(({ node }) => {
    const namespaces = get(node, 'namespaceSelector');
    return namespaces !== undefined && isEmptySelector(namespaces) && get(node, 'podSelector') === undefined;
  });
  if (every === undefined || !peers.some(({ node }) => get(node, 'podSelector') !== undefined)) return;
  report({
    at: every.node,
    path: every.path,
    message: 'this entry permits every pod of every namespace, so the selectors of the other entries restrict nothing',
    suggestion: 'put namespaceSelector and podSelector into one entry',
  });
}

/** The given Services that select a pod. */
const servicesFor = (stream: Node, { labels, owner }: PodView): readonly ObjectView[] =>
  ofKindIn(stream, 'Service', owner.namespace).filter(
    service => hasSelector(service) && [...selectorOf(service)].every(([key, value]) => labels.get(key) === value),
  );

/** Whether a port of a Service leads to another port of the pods, by its number or by its name. */
function leadsElsewhere(servicePort: Node, port: number, pods: readonly PodView[]): boolean {
  const target = get(servicePort, 'targetPort');
  const name = text(target);
  if (name === undefined) return (integerOf(target) ?? port) !== port;
  const numbers = pods.flatMap(pod => portsOf(pod).filter(each => portName(each) === name)).map(portNumber);
  return numbers.length > 0 && !numbers.includes(port);
}

/** Ports of a Service where the policy sees those of the container. */
function checkPorts(stream: Node, pods: readonly PodView[], rule: PlacedNode, report: RuleContext['report']): void {
  const opened = new Set(pods.flatMap(pod => portsOf(pod).map(portNumber)));
  if (pods.length === 0 || opened.size === 0) return;
  for (const { node, path } of placed(rule.node, rule.path, 'ports')) {
    const port = integerOf(get(node, 'port'));
    if (port === undefined || opened.has(port) || get(node, 'endPort') !== undefined) continue;
    const service = pods
      .flatMap(pod => servicesFor(stream, pod))
      .find(each => servicePorts(each).some(item => integerOf(get(item, 'port')) === port && leadsElsewhere(item, port, pods)));
    if (service !== undefined)
      report({
        at: get(node, 'port')!,
        path: [...path, 'port'],
        message: `${port} is a port of the Service "${service.name}": a policy sees the port of the container, which it does not permit`,
        suggestion: `write the targetPort of the Service`,
      });
  }
}

const isDns = (port: Node): boolean => [53, 5353].includes(integerOf(get(port, 'port')) ?? 0) || /dns/.test(text(get(port, 'port')) ?? '');

/** Whether no given policy permits the pods to ask for names, although they may call something. */
function asksNobody(stream: Node, policy: ObjectView, pods: readonly PodView[]): boolean {
  const rules = (each: ObjectView): readonly Node[] => items(at(each.node, 'spec', 'egress'));
  const all = pods.flatMap(pod => policiesOn(stream, { labels: pod.labels, namespace: pod.owner.namespace }, 'egress'));
  const permitsNames = (rule: Node): boolean => {
    const ports = items(get(rule, 'ports'));
    return ports.length === 0 || ports.some(port => isDns(port) || get(port, 'port') === undefined || get(port, 'endPort') !== undefined);
  };
  return pods.length > 0 && rules(policy).length > 0 && !all.some(each => rules(each).some(permitsNames));
}

export const networkPolicyPeers: Rule = {
  id: 'network-policy-peers',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Entries of a list are alternatives, and ports are those of containers: the policy permits more than it suggests, or nothing.',
  docs: {
    checks:
      'Peers beside one that permits every pod of every namespace, and ports of a given Service whose container listens on another one. An info where pods may call something and no given policy permits them to look up names.',
    basedOn: 'The documentation of Kubernetes about NetworkPolicy. No program was run for this rule.',
    fix: 'Put both selectors into one entry, write ports of containers, and permit port 53 over UDP and TCP.',
    wrong: example('[{namespaceSelector: {}}, {podSelector: {matchLabels: {app: edge}}}]'),
    correct: example('[{namespaceSelector: {}, podSelector: {matchLabels: {app: edge}}}]'),
  },
  check({ root, report }) {
    for (const policy of ofKind(root, 'NetworkPolicy')) {
      if (!policy.own || policy.group !== 'networking.k8s.io') continue;
      const fits = selectorTest(at(policy.node, 'spec', 'podSelector'));
      const pods = podsIn(root, policy.namespace, ({ labels }) => fits(labels));
      for (const [direction, key] of [
        ['ingress', 'from'],
        ['egress', 'to'],
      ] as const)
        for (const rule of placed(policy.node, [], 'spec', direction)) {
          checkPeers(rule, key, report);
          if (direction === 'ingress') checkPorts(root, pods, rule, report);
        }
      if (asksNobody(root, policy, pods))
        report({
          at: at(policy.node, 'spec', 'egress')!,
          path: ['spec', 'egress'],
          message: 'no given policy permits DNS (port 53): the pods cannot look up the names of what they may call',
          suggestion: 'permit port 53 over UDP and TCP',
          severity: 'info',
        });
    }
  },
};
