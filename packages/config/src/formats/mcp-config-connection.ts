import type { Connection } from './connection.js';
import type { EntryReader } from './entry-reader.js';
import { parseGoDuration } from './go-duration.js';
import { base, present, requireEndpoint, requireHttp, transportOf } from './remote.js';

/** Reads an entry of the array form of `mcp_config.json`. A missing `enabled` means off, as the program reads it. */
export function mcpConfigConnection(reader: EntryReader): Connection | undefined {
  const [command, url, protocol] = [reader.text('command'), reader.text('url'), reader.text('protocol')];
  const transport = transportOf(protocol, command, url);
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url);
  const trustMode = reader.text('trust_mode');
  return {
    ...base(reader),
    transport: transport!,
    detected: protocol === undefined || protocol === '' || protocol === 'auto',
    timeouts: present({ connect: milliseconds(reader, 'init_timeout') }),
    disabled: reader.bool('enabled') !== true,
    quarantined: reader.bool('quarantined') === true,
    trustMode: trustMode === 'auto' || trustMode === 'scan' ? trustMode : 'manual',
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

function milliseconds(reader: EntryReader, key: string): number | undefined {
  const text = reader.text(key);
  return text === undefined ? undefined : parseGoDuration(text);
}

function nonEmpty(names: string[] | undefined): string[] | undefined {
  return names === undefined || names.length === 0 ? undefined : names;
}
