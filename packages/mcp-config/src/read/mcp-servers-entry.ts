import { connectionOf, policyOf, requireHttp } from './entry.js';
import type { EntryReader } from './entry-reader.js';
import type { ServerEntry } from './server-config.js';

const defaultReadTimeoutSeconds = 60;

/** Reads a client entry of `mcp_servers`. Returns undefined for an entry of a server that the program itself provides. */
export function readMcpServersEntry(reader: EntryReader): ServerEntry | undefined {
  if (reader.text('type') === 'server') {
    reader.text('name');
    reader.text('instructions');
    return undefined;
  }
  const url = reader.text('url');
  if (url === undefined) return undefined;
  const urlIsolated = reader.text('url_isolated');
  requireHttp(reader, url);
  requireHttp(reader, urlIsolated, 'url_isolated');
  return {
    ...policyOf(reader),
    connection: connectionOf(reader, { transport: 'streamable-http', url, urlIsolated }),
    callTimeoutMs: (reader.number('read_timeout') ?? defaultReadTimeoutSeconds) * 1000,
  };
}
