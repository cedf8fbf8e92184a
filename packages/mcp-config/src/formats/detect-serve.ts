import { entries, get, type Node } from '@mcpgw/structure';

/** Keys that no other kind of file has beside servers. */
const telling: ReadonlySet<string> = new Set([
  'servers_from',
  'apis',
  'routing_mode',
  'tool_names',
  'validation_errors',
  'tools_limit',
  'trusted_hosts',
  'trusted_origins',
  'read_only_mode',
]);

const ownName = /(?:^|[/\\.])(?:gateway|serve)\.(?:ya?ml|json)$/i;

/** Whether a file is ours by its name alone. */
export const isServeName = (file: string): boolean => ownName.test(file);

/** Keys that our file shares with others, which tell only in a file of ours by its name. */
const shared: ReadonlySet<string> = new Set([
  'servers',
  'listen',
  'store',
  'page',
  'auth',
  'limits',
  'timeouts',
  'logging',
  'metrics',
  'profiles',
]);

/** Whether a document is the configuration of `mcpgw serve`. The one client whose file has `servers` too writes JSON. */
export function detectServe(file: string, root: Node): boolean {
  if (get(root, 'mcpServers') !== undefined || get(root, 'mcp_servers') !== undefined) return false;
  const keys = entries(root).map(({ key }) => key);
  if (keys.some(key => telling.has(key))) return true;
  if (ownName.test(file)) return keys.some(key => shared.has(key));
  return /\.ya?ml$/i.test(file) && keys.length > 1 && get(root, 'servers')?.kind === 'map' && keys.every(key => shared.has(key));
}
