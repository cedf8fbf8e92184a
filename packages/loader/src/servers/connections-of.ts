import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import type { Connection as ConfiguredConnection, Connections as ReadConnections } from '@mcpgw/mcp-config';
import type { Connection } from './connection.js';

/** The loader's view of a connection that a configuration file names. */
export function connectionOf(configured: ConfiguredConnection): Connection {
  const { connect } = configured.timeouts;
  const timeout = connect !== undefined && connect > 0 ? { timeoutSeconds: connect / 1000 } : {};
  if (configured.transport === 'stdio') {
    const { command = '', args, env, cwd } = configured;
    return { transport: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }), ...timeout };
  }
  const { url = '', headers, transport, detected } = configured;
  return { transport: detected && transport === 'streamable-http' ? 'http' : transport, url, headers, ...timeout };
}

/** The path of the server's entry that `path` lies in: two steps, three where servers stand under `mcp.servers`. */
function entryPath(path: Path): Path | undefined {
  return path.length < 2 ? undefined : path.slice(0, 2);
}

function nameAt(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'string' ? last : formatPath(path);
}

/** Entries that an error keeps from being read, by name; each with what is wrong with it. */
function malformedEntries(read: ReadConnections): Map<string, string> {
  const reasons = new Map<string, string>();
  const known = new Set(read.connections.map(({ path }) => formatPath(path)));
  const errors = read.findings.filter((finding: Finding) => finding.severity === 'error');
  for (const { path = [], message } of errors) {
    const entry = read.format === 'langchain-config' ? path.slice(0, 1) : entryPath(path);
    if (entry === undefined || entry.length === 0 || known.has(formatPath(entry)) || reasons.has(nameAt(entry))) continue;
    reasons.set(nameAt(entry), message);
  }
  return reasons;
}

/**
 * The connections of a file by server id. Servers that the file itself leaves out are not among them; an entry that cannot
 * be read is there as malformed, so that it is reported instead of missed. A second server of the same name is malformed.
 */
export function connectionsOf(read: ReadConnections): Map<string, Connection> {
  const connections = new Map<string, Connection>();
  for (const configured of read.connections) {
    if (configured.disabled) continue;
    const { name } = configured;
    if (connections.has(name))
      connections.set(formatPath(configured.path), { transport: 'malformed', reason: `duplicate server name: ${name}` });
    else connections.set(name, connectionOf(configured));
  }
  for (const [name, reason] of malformedEntries(read))
    if (!connections.has(name)) connections.set(name, { transport: 'malformed', reason });
  return connections;
}
