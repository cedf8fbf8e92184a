import { parseGoDuration } from '../formats/go-duration.js';
import type { Connection } from './connection.js';
import type { EntryReader } from './entry-reader.js';
import { mcpConfigConnection } from './mcp-config-connection.js';

/** Reads an entry of `servers` of `gateway.yaml`: as in `mcp_config.json`, but on unless it is said to be off. */
export function serveConnection(reader: EntryReader): Connection | undefined {
  const connection = mcpConfigConnection(reader);
  const timeout = reader.text('call_timeout');
  const request = timeout === undefined ? undefined : parseGoDuration(timeout);
  return (
    connection && {
      ...connection,
      disabled: reader.bool('enabled') === false,
      timeouts: { ...connection.timeouts, ...(request !== undefined && { request }) },
    }
  );
}
