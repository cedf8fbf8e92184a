import { detectMcpFormat, mcpFormatOfName } from './formats/detect.js';
import { detectServe } from './formats/detect-serve.js';
import type { Kind } from './rules/rule.js';
import { entries, get, type Node, text } from './yaml/node.js';

const staticKeys = new Set([
  'config',
  'binds',
  'frontendPolicies',
  'policies',
  'workloads',
  'services',
  'backends',
  'routeGroups',
  'gateways',
  'routes',
  'tcpRoutes',
  'llm',
  'mcp',
  'ui',
]);
const tellingKeys = ['binds', 'frontendPolicies', 'gateways', 'llm', 'mcp', 'routes', 'tcpRoutes', 'routeGroups'];

/** Names the kind of a file from the keys of its documents and, where they say nothing, from its name. */
export function detectKind(file: string, documents: readonly Node[]): Kind | undefined {
  const maps = documents.filter(document => document.kind === 'map');
  if (maps.some(isObject)) return 'manifest';
  const [root] = maps;
  if (root === undefined) return kindOfName(file);
  if (detectServe(file, root)) return 'serve';
  return detectMcpFormat(root) ?? (isStatic(root) ? 'agentgateway' : kindOfName(file));
}

function isObject(node: Node): boolean {
  return text(get(node, 'apiVersion')) !== undefined || (text(get(node, 'kind')) !== undefined && get(node, 'metadata') !== undefined);
}

function isStatic(root: Node): boolean {
  const keys = entries(root).map(({ key }) => key);
  const known = keys.filter(key => staticKeys.has(key)).length;
  return keys.some(key => tellingKeys.includes(key)) ? known * 2 >= keys.length : known > 0 && known === keys.length;
}

function kindOfName(file: string): Kind | undefined {
  const name = file.replaceAll('\\', '/').split('/').at(-1)!.toLowerCase();
  if (/^values.*\.ya?ml$|[.-]values\.ya?ml$/.test(name)) return 'values';
  return mcpFormatOfName(name);
}
