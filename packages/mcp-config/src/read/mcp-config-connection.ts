import { parseGoDuration } from '../formats/go-duration.js';
import type { Connection } from './connection.js';
import type { EntryReader } from './entry-reader.js';
import { base, present, requireEndpoint, requireHttp, transportOf } from './remote.js';

/** Reads an entry of the array form of `mcp_config.json`. A missing `enabled` means off, as the program reads it. */
export function mcpConfigConnection(reader: EntryReader): Connection | undefined {
  const [command, url, protocol] = [reader.text('command'), reader.text('url'), reader.text('protocol')];
  const transport = transportOf(protocol, command, url);
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url);
  return {
    ...base(reader),
    transport: transport!,
    detected: protocol === undefined || protocol === '' || protocol === 'auto',
    timeouts: present({ connect: milliseconds(reader, 'init_timeout') }),
    disabled: reader.bool('enabled') !== true,
    quarantined: reader.bool('quarantined') === true,
    trustMode: trustModeOf(reader),
    ...present({
      command,
      url,
      cwd: reader.text('working_dir'),
      enabledTools: nonEmpty(reader.texts('enabled_tools')),
      disabledTools: nonEmpty(reader.texts('disabled_tools')),
      maxConcurrentRequests: reader.number('max_concurrent_requests'),
      healthCheckInterval: milliseconds(reader, 'health_check_interval'),
      toolDiscoveryInterval: milliseconds(reader, 'tool_discovery_interval'),
    }),
  };
}

/** A mode that is named decides, and one that nobody knows is `manual`; else the two keys that came before it. */
function trustModeOf(reader: EntryReader): Connection['trustMode'] {
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
