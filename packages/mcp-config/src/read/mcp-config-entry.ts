import { parseGoDuration } from '../formats/go-duration.js';
import { transportOf } from '../formats/transport.js';
import { connectionOf, policyOf, present, requireEndpoint, requireHttp } from './entry.js';
import type { EntryReader } from './entry-reader.js';
import { loginEntryOf } from './login-entry.js';
import type { ServerEntry, TrustMode } from './server-config.js';

/** Reads an entry of the array form of `mcp_config.json`. As in mcpproxy, a missing `enabled` means false. */
export function readMcpConfigEntry(reader: EntryReader): ServerEntry | undefined {
  const [command, url, protocol] = [reader.text('command'), reader.text('url'), reader.text('protocol')];
  const transport = transportOf(protocol, command, url);
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url);
  const isDetected = protocol === undefined || protocol === '' || protocol === 'auto';
  return {
    ...policyOf(reader),
    connection: connectionOf(reader, {
      transport: isDetected && transport === 'streamable-http' ? 'http' : transport!,
      command,
      url,
      cwd: reader.text('working_dir'),
      login: loginEntryOf(reader),
      connectTimeoutMs: milliseconds(reader, 'init_timeout'),
    }),
    enabled: reader.bool('enabled') === true,
    quarantined: reader.bool('quarantined') === true,
    trustMode: trustModeOf(reader),
    ...present({
      enabledTools: nonEmpty(reader.texts('enabled_tools')),
      disabledTools: nonEmpty(reader.texts('disabled_tools')),
      maxConcurrentRequests: reader.number('max_concurrent_requests'),
      healthCheckIntervalMs: milliseconds(reader, 'health_check_interval'),
      toolDiscoveryIntervalMs: milliseconds(reader, 'tool_discovery_interval'),
    }),
  };
}

/** The trust mode. An explicit mode counts, and an unknown one means `manual`. Without one, the two older keys decide. */
function trustModeOf(reader: EntryReader): TrustMode {
  const mode = reader.text('trust_mode');
  if (mode !== undefined && mode !== '') return mode === 'auto' || mode === 'scan' ? mode : 'manual';
  const trusted = reader.bool('auto_approve_tool_changes') ?? reader.bool('skip_quarantine');
  return trusted === true ? 'auto' : 'manual';
}

function milliseconds(reader: EntryReader, key: string): number | undefined {
  const text = reader.text(key);
  return text === undefined ? undefined : parseGoDuration(text);
}

function nonEmpty(names: string[] | undefined): string[] | undefined {
  return names === undefined || names.length === 0 ? undefined : names;
}
