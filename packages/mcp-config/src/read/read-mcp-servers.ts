import type { Finding } from '@mcpgw/diagnostics';
import { type Env, entries, get, type Node, text as textOf, withoutRepeats } from '@mcpgw/structure';
import { dialects, type Expansion } from '../formats/placeholders.js';
import { present } from './entry.js';
import { EntryReader } from './entry-reader.js';
import { readDocument } from './read-document.js';
import { serversOf } from './read-servers.js';
import type { ServerEntry } from './server-config.js';

/** A server entry of `mcp_servers`: a server that a program of this project provides. */
export interface McpServerEntry {
  /** Its key in the file. */
  readonly key: string;
  /** The name that the server reports. */
  readonly name: string;
  readonly instructions?: string;
  readonly port: number;
}

/** The entries of a `config.yaml`, and all findings about it. Entries with an error are left out. */
export interface McpServersFile {
  readonly clients: readonly ServerEntry[];
  readonly servers: readonly McpServerEntry[];
  readonly findings: readonly Finding[];
}

const defaultPort = 8000;

/** Reads `mcp_servers` of a config.yaml with the same shapes, rules and placeholders as `mcpgw validate`. It never throws. */
export function readMcpServers(text: string, options: { readonly file: string; readonly env: Env }): McpServersFile {
  const { root, findings: broken } = readDocument(text, options.file, 'mcp-servers');
  if (root === undefined) return { clients: [], servers: [], findings: broken };
  const { servers: clients, findings } = serversOf(root, { ...options, format: 'mcp-servers' });
  const expansion: Expansion = { dialect: dialects['mcp-servers'], env: options.env, file: options.file, resolve: 'all' };
  return { clients, servers: serverEntries(root, expansion), findings: withoutRepeats([...broken, ...findings]) };
}

/** The valid server entries. `serversOf` has already reported their findings. */
function serverEntries(root: Node, expansion: Expansion): McpServerEntry[] {
  return entries(get(root, 'mcp_servers')).flatMap(({ key, value }) => {
    if (textOf(get(value, 'type')) !== 'server') return [];
    const reader = new EntryReader(key, value, ['mcp_servers', key], expansion, []);
    const name = reader.text('name');
    const instructions = reader.text('instructions');
    if (name === undefined || reader.failed) return [];
    return [{ key, name, port: reader.number('port') ?? defaultPort, ...present({ instructions }) }];
  });
}
