/** At which paths and ports the given configuration asks MCP servers that run in given pods. */
import { at, get, items, type Node, text } from '@mcpgw/structure';
import { portBehind } from '../network/calls.js';
import type { ConnectionPort } from '../network/network.js';
import { backendsOf, mcpTargetsOf, speaksMcp } from '../objects/backends.js';
import { integerOf, type ObjectView, ofKind, textOr } from '../objects/objects.js';
import { podsBehind, serviceOfHost, servicePort, servicePorts, servicesNamed } from '../objects/services.js';
import { addTo } from './add-to.js';
import { routesView } from './routes.js';

/** An endpoint of an MCP server in a pod. */
export interface PodEndpoint {
  /** As it is written, without a slash at its end. */
  readonly path: string;
  /** The port of the pod. */
  readonly port: ConnectionPort;
}

/** A path at a port of a Service. Without a port, it is a path of each port that speaks MCP. */
interface Asked {
  readonly service: ObjectView;
  readonly port: number | undefined;
  readonly path: string;
}

const known = new WeakMap<Node, ReadonlyMap<ObjectView, readonly PodEndpoint[]>>();

/** The path alone, without a query and without a slash at its end. */
export const plainPath = (written: string): string => {
  const [path = ''] = written.split(/[?#]/, 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
};

/** The endpoints of MCP servers in the pods of a workload. */
export function mcpEndpointsIn(stream: Node, workload: ObjectView): readonly PodEndpoint[] {
  const all = known.get(stream) ?? build(stream);
  known.set(stream, all);
  return all.get(workload) ?? [];
}

function build(stream: Node): ReadonlyMap<ObjectView, readonly PodEndpoint[]> {
  const made = new Map<ObjectView, PodEndpoint[]>();
  for (const { service, port, path } of [...ofBackends(stream), ...ofAnnotations(stream), ...ofRoutes(stream)]) {
    const ports = port === undefined ? servicePorts(service).filter(speaksMcp) : [servicePort(service, port)];
    for (const pod of podsBehind(stream, service))
      for (const each of ports)
        addTo(made, pod.owner, [{ path: plainPath(path), port: portBehind(pod, each, integerOf(get(each, 'port')) ?? port) }]);
  }
  return made;
}

function ofBackends(stream: Node): Asked[] {
  return backendsOf(stream)
    .flatMap(mcpTargetsOf)
    .flatMap(({ owner, node }) => {
      const target = get(node, 'static');
      const [path, name] = [textOr(target, 'path', ''), text(at(target, 'backendRef', 'name'))];
      const host = serviceOfHost(textOr(target, 'host', ''));
      const called = name === undefined ? host : { name, namespace: textOr(get(target, 'backendRef'), 'namespace', owner.namespace) };
      if (path === '' || called === undefined) return [];
      const port = integerOf(get(target, 'port'));
      return servicesNamed(stream, called.name, called.namespace).map(service => ({ service, port, path }));
    });
}

const annotations = ['agentgateway.dev/mcp-path', 'kgateway.dev/mcp-path'];

function ofAnnotations(stream: Node): Asked[] {
  return ofKind(stream, 'Service').flatMap(service =>
    annotations.flatMap(name => {
      const path = text(at(service.node, 'metadata', 'annotations', name));
      return path === undefined ? [] : [{ service, port: undefined, path }];
    }),
  );
}

/** Exact paths of routes to ports that speak MCP. A filter may write another path, so rules with filters are left out. */
function ofRoutes(stream: Node): Asked[] {
  const rules = routesView(stream).routes.flatMap(route => route.rules);
  return rules.flatMap(rule => {
    if (rule.route.kind !== 'HTTPRoute' || items(get(rule.node, 'filters')).length > 0) return [];
    const paths = items(get(rule.node, 'matches'))
      .map(match => get(match, 'path'))
      .flatMap(path => (textOr(path, 'type', '') === 'Exact' ? (text(get(path, 'value')) ?? []) : []));
    return rule.backends.flatMap(({ node, reference, given }) => {
      const port = integerOf(get(node, 'port'));
      if (reference.kind !== 'Service' || port === undefined) return [];
      return given
        .filter(service => [servicePort(service, port)].some(each => each !== undefined && speaksMcp(each)))
        .flatMap(service => paths.map(path => ({ service, port, path })));
    });
  });
}
