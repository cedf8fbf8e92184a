/** The hosts that an AgentgatewayBackend, or a provider, calls. */
import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node } from '@mcpgw/structure';
import { labelsOfObject, named, type ObjectView, ofKind, ofKindIn, textOr } from './objects.js';
import { selects } from './selectors.js';

/** A mapping with `host` and possibly `port`. */
export interface HostView {
  readonly owner: ObjectView;
  /** The mapping. */
  readonly node: Node;
  readonly path: Path;
  readonly type: 'static' | 'mcp' | 'a2a' | 'ai';
  /** The policies for calls to this host, innermost first. */
  readonly policies: readonly Node[];
}

/** An MCP target with an address. */
export interface McpTargetView {
  readonly owner: ObjectView;
  readonly name: Node | undefined;
  readonly node: Node;
  readonly path: Path;
}

export const backendsOf = (stream: Node): readonly ObjectView[] =>
  ofKind(stream, 'AgentgatewayBackend').filter(({ group }) => group === 'agentgateway.dev');

/** The backends of the checked files. */
export const ownBackendsOf = (stream: Node): readonly ObjectView[] => backendsOf(stream).filter(({ own }) => own);

/** The targets of a backend. */
export function mcpTargetsOf(owner: ObjectView): McpTargetView[] {
  return items(at(owner.node, 'spec', 'mcp', 'targets')).map((node, index) => ({
    owner,
    name: get(node, 'name'),
    node,
    path: ['spec', 'mcp', 'targets', index],
  }));
}

/** Every host of a backend. */
export function hostsOf(owner: ObjectView): HostView[] {
  const own = at(owner.node, 'spec', 'policies');
  const outer = own === undefined ? [] : [own];
  const places: { path: Path; type: HostView['type']; policies?: Node | undefined }[] = [
    { path: ['spec', 'static'], type: 'static' },
    { path: ['spec', 'a2a'], type: 'a2a' },
    { path: ['spec', 'ai', 'provider'], type: 'ai' },
    ...mcpTargetsOf(owner).map(({ path, node }) => ({
      path: [...path, 'static'],
      type: 'mcp' as const,
      policies: at(node, 'static', 'policies'),
    })),
    ...items(at(owner.node, 'spec', 'ai', 'groups')).flatMap((group, index) =>
      items(get(group, 'providers')).map((provider, place) => ({
        path: ['spec', 'ai', 'groups', index, 'providers', place],
        type: 'ai' as const,
        policies: get(provider, 'policies'),
      })),
    ),
  ];
  return places.flatMap(({ path, type, policies }) => {
    const node = at(owner.node, ...path);
    return get(node, 'host') === undefined
      ? []
      : [{ owner, node: node!, path, type, policies: policies === undefined ? outer : [policies, ...outer] }];
  });
}

const mcpProtocols: ReadonlySet<string> = new Set([
  'agentgateway.dev/mcp',
  'agentgateway.dev/mcp-sse',
  'kgateway.dev/mcp',
  'kgateway.dev/mcp-sse',
]);

/** The given Services that a selector of targets finds: in the namespace of the backend, unless it selects namespaces. */
export function mcpServicesFor(stream: Node, backend: ObjectView, selector: Node): readonly ObjectView[] {
  const namespaces = get(selector, 'namespaces');
  const services = namespaces === undefined ? ofKindIn(stream, 'Service', backend.namespace) : ofKind(stream, 'Service');
  return services.filter(service => {
    if (!selects(get(selector, 'services'), labelsOfObject(service))) return false;
    if (namespaces === undefined) return true;
    const [given] = named(stream, 'Namespace', service.namespace);
    return given === undefined || selects(namespaces, new Map([...labelsOfObject(given), ['kubernetes.io/metadata.name', given.name]]));
  });
}

/** Whether a port of a Service is one of an MCP server. */
export const speaksMcp = (port: Node): boolean => mcpProtocols.has(textOr(port, 'appProtocol', ''));
