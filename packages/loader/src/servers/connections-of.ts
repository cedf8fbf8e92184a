import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import type { Connection, ServerList } from '@mcpgw/mcp-config';

/** The path of the server's entry that `path` lies in: two steps, three if the servers are under `mcp.servers`. */
function entryPath(path: Path): Path | undefined {
  return path.length < 2 ? undefined : path.slice(0, 2);
}

function nameAt(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'string' ? last : formatPath(path);
}

/** Entries that cannot be read because of an error, by name, each with what is wrong with it. */
function malformedEntries(list: ServerList): Map<string, string> {
  const reasons = new Map<string, string>();
  const known = new Set(list.servers.map(({ path }) => formatPath(path)));
  const errors = list.findings.filter((finding: Finding) => finding.severity === 'error');
  for (const { path = [], message } of errors) {
    const entry = list.format === 'langchain-config' ? path.slice(0, 1) : entryPath(path);
    if (entry === undefined || entry.length === 0 || known.has(formatPath(entry)) || reasons.has(nameAt(entry))) continue;
    reasons.set(nameAt(entry), message);
  }
  return reasons;
}

/**
 * The connections of a file by server id. Servers that the file itself leaves out are not among them; an entry that cannot
 * be read is included as malformed, so that it is reported. A second server of the same name is malformed.
 *
 * @example
 * const list = readServers(text, { file: 'mcp_config.json', env: process.env });
 * const { allTools } = await getToolsWithResilience(connectionsOf(list));
 */
export function connectionsOf(list: ServerList): Map<string, Connection> {
  const connections = new Map<string, Connection>();
  for (const { name, enabled, connection, path } of list.servers) {
    if (!enabled) continue;
    if (connections.has(name)) connections.set(formatPath(path), { transport: 'malformed', reason: `duplicate server name: ${name}` });
    else connections.set(name, connection);
  }
  for (const [name, reason] of malformedEntries(list))
    if (!connections.has(name)) connections.set(name, { transport: 'malformed', reason });
  return connections;
}
