/** Gateways, their listeners, and the routes that attach to them, as the Gateway API defines it. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, text } from '@mcpgw/structure';
import { integerOf, labelsOfObject, mayBeSame, named, type ObjectView, ofKind, targetsIn, textOr } from './objects.js';
import { selects } from './selectors.js';

export const gatewayApi = 'gateway.networking.k8s.io';
export const routeKinds = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'] as const;

/** A listener of a Gateway or a ListenerSet. */
export interface GatewayListener {
  readonly owner: ObjectView;
  readonly node: Node;
  readonly path: Path;
  readonly name: string;
  readonly port: number | undefined;
  readonly protocol: string;
  /** Empty for any host name. */
  readonly hostname: string;
}

/** The listeners of a Gateway or a ListenerSet. */
export function listenersOf(owner: ObjectView): readonly GatewayListener[] {
  return items(at(owner.node, 'spec', 'listeners')).map((node, index) => ({
    owner,
    node,
    path: ['spec', 'listeners', index],
    name: textOr(node, 'name', ''),
    port: integerOf(get(node, 'port')),
    protocol: textOr(node, 'protocol', ''),
    hostname: textOr(node, 'hostname', ''),
  }));
}

/** A reference of a route to its parent. */
export interface ParentView {
  readonly route: ObjectView;
  readonly node: Node;
  readonly path: Path;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** The routes of a stream. */
export const routesOf = (stream: Node): readonly ObjectView[] =>
  routeKinds.flatMap(kind => ofKind(stream, kind)).filter(({ group }) => group === gatewayApi);

/** The parents of a route that are Gateways or ListenerSets. */
export function parentsOf(route: ObjectView): readonly ParentView[] {
  return items(at(route.node, 'spec', 'parentRefs')).flatMap((node, index) => {
    const kind = textOr(node, 'kind', 'Gateway');
    const isGateway = textOr(node, 'group', gatewayApi) === gatewayApi && (kind === 'Gateway' || kind === 'ListenerSet');
    if (!isGateway) return [];
    const namespace = textOr(node, 'namespace', route.namespace);
    return [{ route, node, path: ['spec', 'parentRefs', index], kind, name: textOr(node, 'name', ''), namespace }];
  });
}

/** The given objects that a parent reference may name. */
export const parentObjects = (stream: Node, { kind, name, namespace }: ParentView): readonly ObjectView[] =>
  targetsIn(stream, { group: gatewayApi, kind, name, namespace });

/** The host names of a route; none for routes without host names. */
export function hostnamesOf({ node }: ObjectView): { readonly node: Node; readonly path: Path; readonly host: string }[] {
  return items(at(node, 'spec', 'hostnames')).flatMap((item, index) =>
    text(item) === undefined ? [] : [{ node: item, path: ['spec', 'hostnames', index], host: text(item)! }],
  );
}

/** Whether two host names, each possibly with a `*.` prefix, have a host in common. An empty one stands for any host. */
export function hostsIntersect(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return true;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a.startsWith('*.') && b.startsWith('*.')) return a.endsWith(b.slice(1)) || b.endsWith(a.slice(1));
  if (a.startsWith('*.')) return b.endsWith(a.slice(1));
  return b.startsWith('*.') ? a.endsWith(b.slice(1)) : a === b;
}

const kindsOfProtocol: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  HTTPS: ['HTTPRoute', 'GRPCRoute'],
  TLS: ['TLSRoute', 'TCPRoute'],
  TCP: ['TCPRoute'],
  UDP: ['UDPRoute'],
});

/** Why a route cannot attach to a listener; undefined if it may. */
export function refusal(stream: Node, parent: ParentView, listener: GatewayListener): string | undefined {
  const { route, node } = parent;
  const section = text(get(node, 'sectionName'));
  const port = integerOf(get(node, 'port'));
  if (section !== undefined && section !== listener.name) return `no listener is named "${section}"`;
  if (port !== undefined && port !== listener.port) return `no listener has the port ${port}`;
  const kinds = kindsOfProtocol[listener.protocol];
  if (kinds !== undefined && !kinds.includes(route.kind)) return `a listener with protocol ${listener.protocol} takes no ${route.kind}`;
  const allowed = get(listener.node, 'allowedRoutes');
  const given = items(get(allowed, 'kinds'));
  if (given.length > 0 && !given.some(each => textOr(each, 'kind', '') === route.kind))
    return `the listener "${listener.name}" allows no ${route.kind}`;
  if (!takesNamespace(stream, get(allowed, 'namespaces'), listener.owner.namespace, route.namespace, 'Same'))
    return `the listener "${listener.name}" takes no routes of namespace "${route.namespace}"`;
  const hosts = hostnamesOf(route);
  return hosts.length === 0 || route.kind === 'TCPRoute' || hosts.some(({ host }) => hostsIntersect(host, listener.hostname))
    ? undefined
    : `no hostname of the route fits "${listener.hostname}" of the listener "${listener.name}"`;
}

/** Whether a choice of namespaces takes one. Labels of namespaces that are not given are unknown, so they may fit. */
export function takesNamespace(stream: Node, choice: Node | undefined, own: string, other: string, byDefault: string): boolean {
  const from = textOr(choice, 'from', byDefault);
  if (from === 'None') return false;
  if (from === 'Same') return mayBeSame(own, other);
  if (from !== 'Selector') return true;
  const namespaces = named(stream, 'Namespace', other);
  return namespaces.length === 0 || namespaces.some(namespace => selects(get(choice, 'selector'), namespaceLabels(namespace)));
}

/** Every namespace has its name as a label. */
function namespaceLabels(namespace: ObjectView): ReadonlyMap<string, string> {
  return new Map([...labelsOfObject(namespace), ['kubernetes.io/metadata.name', namespace.name]]);
}

/** Whether a Gateway is one of agentgateway's own classes. */
export const isAgentgateway = ({ node }: ObjectView): boolean =>
  textOr(get(node, 'spec'), 'gatewayClassName', '').startsWith('agentgateway');
