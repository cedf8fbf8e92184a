import { type Entry, entries, get, type Node, text } from '@mcpgw/structure';

/** The formats of MCP server lists. */
export type McpFormat = 'mcp-config' | 'client-config' | 'vscode-config' | 'opencode-config' | 'langchain-config' | 'mcp-servers' | 'serve';

/** The format that the name of a file implies, for files whose keys do not determine it. */
export function mcpFormatOfName(file: string): 'mcp-config' | 'client-config' | undefined {
  const name = file.replaceAll('\\', '/').split('/').at(-1)!.toLowerCase();
  if (name === 'mcp_config.json') return 'mcp-config';
  return /^\.?mcp\.json$|^claude_desktop_config\.json$/.test(name) ? 'client-config' : undefined;
}

/** Detects the format of a list of MCP servers by its keys; undefined if the document is not one. `detectServe` detects `gateway.yaml`. */
export function detectMcpFormat(node: Node): McpFormat | undefined {
  const servers = get(node, 'mcpServers');
  if (servers !== undefined) return servers.kind === 'list' ? 'mcp-config' : 'client-config';
  if (get(node, 'mcp_servers') !== undefined) return 'mcp-servers';
  if (isServerMap(get(node, 'servers'))) return 'vscode-config';
  if (entries(get(node, 'mcp')).some(({ value }) => ['local', 'remote'].includes(text(get(value, 'type')) ?? ''))) return 'opencode-config';
  const all = entries(node);
  const isListed = ({ value }: Entry): boolean => value.kind !== 'map' || get(value, 'transport') !== undefined;
  if (all.some(({ value }) => get(value, 'transport') !== undefined) && all.every(isListed)) return 'langchain-config';
  return undefined;
}

function isServerMap(node: Node | undefined): boolean {
  const all = entries(node);
  const isServer = ({ value }: Entry): boolean => ['command', 'url', 'type'].some(key => get(value, key) !== undefined);
  return all.some(isServer) && all.every(item => item.value.kind !== 'map' || isServer(item));
}
