import { entries, get, type Node } from '@mcpgw/structure';

/** Keys that, beside servers, occur in no other kind of file. */
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

/** Whether the name of a file is that of a `mcpgw serve` configuration. */
export const isServeName = (file: string): boolean => ownName.test(file);

/** Keys that other kinds of files have too. They count only if the name of the file is ours. */
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

/** Whether a document is the configuration of `mcpgw serve`. The only client whose file also has `servers` uses JSON. */
export function detectServe(file: string, root: Node): boolean {
  if (get(root, 'mcpServers') !== undefined || get(root, 'mcp_servers') !== undefined) return false;
  const keys = entries(root).map(({ key }) => key);
  if (keys.some(key => telling.has(key))) return true;
  if (ownName.test(file)) return keys.some(key => shared.has(key));
  return /\.ya?ml$/i.test(file) && keys.length > 1 && get(root, 'servers')?.kind === 'map' && keys.every(key => shared.has(key));
}
