import type { Connection } from './connection.js';
import type { EntryReader } from './entry-reader.js';
import { base, present, requireHttp } from './remote.js';

const defaultReadTimeout = 60;

/** Reads a client entry of `mcp_servers`; server entries are no connections. */
export function mcpServersConnection(reader: EntryReader): Connection | undefined {
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
    ...base(reader),
    transport: 'streamable-http',
    detected: false,
    url,
    timeouts: { request: (reader.number('read_timeout') ?? defaultReadTimeout) * 1000 },
    disabled: false,
    ...present({ urlIsolated }),
  };
}
