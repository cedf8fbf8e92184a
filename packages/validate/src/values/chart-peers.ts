import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOff, isOn, isStatic, tell, textOf } from './value-at.js';

/** Pods that run in a namespace of their own as a rule: the values of their usual labels, and the namespace. */
const elsewhere: readonly (readonly [labels: RegExp, namespace: string])[] = [
  [/^(?:kube-dns|coredns|node-local-dns)$/, 'kube-system'],
  [/^(?:ingress-nginx|nginx-ingress)$/, 'ingress-nginx'],
  [/^traefik$/, 'traefik'],
  [/^(?:prometheus|kube-prometheus-stack|prometheus-operator|grafana|vmagent|victoria-metrics-agent)$/, 'monitoring'],
  [/^(?:opentelemetry-collector|otel-collector)$/, 'observability'],
  [/^(?:istio-ingressgateway|istiod)$/, 'istio-system'],
];

/** A list of peers, and what cannot happen while none of them is the right one. */
type List = readonly [path: Path, who: string];

export const chartPeers: Rule = {
  id: 'chart-peers',
  severity: 'warning',
  kinds: ['values'],
  why: 'A peer with a podSelector alone selects pods of the namespace of the release: pods of other namespaces with the same labels are kept out, and their connections time out.',
  docs: {
    checks:
      'Peers of NetworkPolicies in the values: pods that run in another namespace as a rule (DNS, Ingress controllers, Prometheus) without a namespaceSelector, callers by a podSelector alone beside an Ingress (else an info), and namespaces by the label `name`, which Kubernetes does not set. An info where no peer beside an Ingress reads as its controller.',
    fix: 'Add a namespaceSelector with `kubernetes.io/metadata.name` to the same peer.',
    wrong: 'global: {agentgateway: {routingMode: static}}\nnetworkPolicy: {dnsTo: [{podSelector: {matchLabels: {k8s-app: kube-dns}}}]}\n',
    correct:
      'global: {agentgateway: {routingMode: static}}\nnetworkPolicy: {dnsTo: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}, podSelector: {matchLabels: {k8s-app: kube-dns}}}]}\n',
  },
  check(context) {
    for (const [path, who] of lists(context.root))
      for (const [index, peer] of items(at(context.root, ...path)).entries()) checkPeer(context, [...path, index], peer, who);
    checkIngressController(context);
  },
};

/** The lists of peers that are in use. */
function lists(root: Node): List[] {
  const found: List[] = [];
  const ofPolicy = (path: Path, who: string): void => {
    const policy = at(root, ...path);
    if (isOff(get(policy, 'enabled'))) return;
    found.push([[...path, 'ingressFrom'], who], [[...path, 'metricsFrom'], 'scrapers'], [[...path, 'dnsTo'], 'DNS servers']);
    for (const [key, peers] of [
      ['extraIngress', 'from'],
      ['extraEgress', 'to'],
    ] as const)
      for (const index of items(get(policy, key)).keys()) found.push([[...path, key, index, peers], '']);
  };
  if (isStatic(root)) ofPolicy(['networkPolicy'], isOn(at(root, 'ingress', 'enabled')) ? 'the Ingress controller' : 'callers');
  if (isOn(at(root, 'gateway', 'enabled'))) ofPolicy(['gateway', 'networkPolicy'], 'callers');
  for (const index of items(get(root, 'mcpServers')).keys()) found.push([['mcpServers', index, 'ingressFrom'], 'callers']);
  return found;
}

/** Words of selectors that may be those of an Ingress controller. */
const mayBeController = /ingress|nginx|traefik|haproxy|contour|envoy|istio|kong|kube-system|gateway|edge|proxy|router/i;

/** Peers beside an Ingress of which none reads as its controller, which the connections of all clients come from. */
function checkIngressController(context: RuleContext): void {
  const { root } = context;
  const path = ['networkPolicy', 'ingressFrom'];
  const peers = items(at(root, ...path));
  if (!isStatic(root) || !isOn(at(root, 'ingress', 'enabled')) || isOff(at(root, 'networkPolicy', 'enabled')) || peers.length === 0) return;
  const mayBe = (peer: Node): boolean =>
    get(peer, 'ipBlock') !== undefined || entries(get(peer, 'namespaceSelector')).length === 0 || mayBeController.test(wordsOf(peer));
  if (!peers.some(mayBe))
    tell(
      context,
      path,
      'none of these peers reads as the Ingress controller: what comes through the Ingress is dropped',
      'add the namespace of the controller',
      'info',
    );
}

const wordsOf = (node: Node): string =>
  node.kind === 'scalar'
    ? node.text
    : node.kind === 'list'
      ? node.items.map(wordsOf).join(' ')
      : node.entries.map(({ key, value }) => `${key} ${wordsOf(value)}`).join(' ');

function checkPeer(context: RuleContext, path: Path, peer: Node, who: string): void {
  const [namespaces, selector] = [get(peer, 'namespaceSelector'), get(peer, 'podSelector')];
  const named = entries(get(namespaces, 'matchLabels')).find(({ key }) => key === 'name' || key === 'namespace');
  if (named !== undefined)
    tell(
      context,
      [...path, 'namespaceSelector', 'matchLabels', named.key],
      `Kubernetes sets no label "${named.key}" on a namespace: the peer selects nothing unless somebody has set it`,
      `write "kubernetes.io/metadata.name: ${textOf(named.value)}"`,
      'info',
    );
  if (selector === undefined || namespaces !== undefined) return;
  const home = entries(get(selector, 'matchLabels')).flatMap(
    ({ value }) => elsewhere.find(([labels]) => labels.test(textOf(value)))?.[1] ?? [],
  )[0];
  const place = [...path, 'podSelector'];
  const add = `add "namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${home ?? 'NAMESPACE'}}}" to the peer`;
  if (home !== undefined)
    tell(context, place, `the peer is in the namespace of the release, and such pods run in another one, usually "${home}"`, add);
  else if (who === 'the Ingress controller' && !hasOther(context.root, path))
    tell(context, place, 'only pods of the namespace of the release may connect, and an Ingress controller runs in another one', add);
  else if (who !== '')
    tell(context, place, `only ${who} in the namespace of the release are meant: those of others are kept out`, add, 'info');
}

/** Whether a list has another peer that may be in another namespace. */
const hasOther = (root: Node, path: Path): boolean =>
  items(at(root, ...path.slice(0, -1))).some(peer => get(peer, 'namespaceSelector') !== undefined || get(peer, 'ipBlock') !== undefined);
