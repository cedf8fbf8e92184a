import { parseGoDuration } from '../formats/go-duration.js';
import type { EntryReader } from './entry-reader.js';
import { readMcpConfigEntry } from './mcp-config-entry.js';
import type { ServerEntry } from './server-config.js';

/** Reads an entry of `servers` of `gateway.yaml`: as in `mcp_config.json`, but enabled by default. */
export function readServeEntry(reader: EntryReader): ServerEntry | undefined {
  const entry = readMcpConfigEntry(reader);
  const timeout = reader.text('call_timeout');
  const callTimeoutMs = timeout === undefined ? undefined : parseGoDuration(timeout);
  return entry && { ...entry, enabled: reader.bool('enabled') !== false, ...(callTimeoutMs !== undefined && { callTimeoutMs }) };
}
