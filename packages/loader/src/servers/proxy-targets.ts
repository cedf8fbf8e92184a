/**
 * The MCP servers that a proxy's own configuration names: static configuration of agentgateway, AgentgatewayBackend resources,
 * and ConfigMaps that hold a static configuration. Hosts are read as the proxy reads them (agentgateway v1.4.1,
 * crates/agentgateway/src/types/local.rs): host, port and path together, or a URL alone.
 */
import type { Connection } from '@mcpgw/mcp-config';
import { entries, get, items, type Node, parseYaml } from '@mcpgw/structure';

const maxDepth = 64;
const malformed = (reason: string): Connection => ({ transport: 'malformed', reason });

/** A scalar as written, numbers included. */
function text(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && node.value !== null ? node.text : undefined;
}

/** Every list of targets below `node`. */
function* targetLists(node: Node | undefined, depth = 0): Generator<readonly Node[]> {
  if (depth > maxDepth) return;
  const targets = get(get(node, 'mcp'), 'targets');
  if (targets?.kind === 'list') yield targets.items;
  for (const { value } of entries(node)) yield* targetLists(value, depth + 1);
  for (const item of items(node)) yield* targetLists(item, depth + 1);
}

function urlOf(address: Node | undefined): string | undefined {
  const host = text(get(address, 'host'));
  const port = text(get(address, 'port'));
  if (host === undefined) return undefined;
  if (port === undefined) return host.includes('://') ? host : `http://${host}`;
  const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const path = text(get(address, 'path')) ?? '/mcp';
  return `http://${named}:${port}${path.startsWith('/') ? '' : '/'}${path}`;
}

function remote(transport: 'sse' | 'streamable-http', address: Node | undefined): Connection {
  const url = urlOf(address);
  return url === undefined ? malformed('the target has no host of its own; probe it with --via') : { transport, url };
}

function stdio(node: Node | undefined): Connection {
  const env = entries(get(node, 'env')).map(({ key, value }) => [key, text(value) ?? ''] as const);
  const args = items(get(node, 'args')).map(item => text(item) ?? '');
  return { transport: 'stdio', command: text(get(node, 'cmd')) ?? '', args, env: Object.fromEntries(env) };
}

function connectionOfTarget(target: Node): Connection {
  const fixed = get(target, 'static');
  if (get(target, 'stdio')) return stdio(get(target, 'stdio'));
  if (get(target, 'sse')) return remote('sse', get(target, 'sse'));
  if (get(target, 'mcp')) return remote('streamable-http', get(target, 'mcp'));
  if (fixed) return remote(text(get(fixed, 'protocol')) === 'SSE' ? 'sse' : 'streamable-http', fixed);
  return malformed('the target is not an MCP server that can be reached from here; probe it with --via');
}

function addTargets(root: Node, found: Map<string, Connection>): void {
  for (const target of [...targetLists(root)].flat()) {
    const name = text(get(target, 'name')) ?? 'target';
    let id = name;
    for (let number = 2; found.has(id); number++) id = `${name}#${number}`;
    found.set(id, connectionOfTarget(target));
  }
}

/** The documents of a configuration, with those that a ConfigMap holds as text. */
function documentsOf(source: string, file: string): Node[] {
  const { documents } = parseYaml(source, { file, dialect: 'core' });
  const held = documents.filter(document => text(get(document, 'kind')) === 'ConfigMap').flatMap(map => entries(get(map, 'data')));
  const inner = held.flatMap(({ value }) => parseYaml(text(value) ?? '', { file, dialect: 'core' }).documents);
  return [...documents, ...inner];
}

/** The MCP targets of `source` by name, in the order of the text; a name that stands twice gets a number. */
export function proxyTargets(source: string, file: string): Map<string, Connection> {
  const found = new Map<string, Connection>();
  for (const document of documentsOf(source, file)) addTargets(document, found);
  return found;
}
