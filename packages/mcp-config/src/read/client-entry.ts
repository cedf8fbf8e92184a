import { transportOf } from '../formats/transport.js';
import { connectionOf, policyOf, present, requireEndpoint, requireHttp } from './entry.js';
import type { EntryReader } from './entry-reader.js';
import type { ServerEntry } from './server-config.js';

/** Reads an entry of `mcpServers` in object form, or of `servers` of VS Code. */
export function readClientEntry(reader: EntryReader): ServerEntry | undefined {
  const command = reader.text('command');
  const urls = ['httpUrl', 'url', 'serverUrl'].map(key => ({ key, url: reader.text(key) }));
  const { key, url } = urls.find(candidate => candidate.url !== undefined) ?? { key: 'url', url: undefined };
  const [excluded, disabled] = [reader.texts('excludeTools'), reader.texts('disabledTools')];
  const name = reader.text('type') ?? reader.text('transport');
  const transport = transportOf(name, command, url);
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url, key);
  return {
    ...policyOf(reader),
    connection: connectionOf(reader, {
      transport: name === undefined && transport === 'streamable-http' ? 'http' : transport!,
      command,
      url,
      cwd: reader.text('cwd'),
    }),
    enabled: reader.bool('disabled') !== true,
    ...present({
      callTimeoutMs: reader.number('timeout'),
      enabledTools: reader.texts('includeTools'),
      disabledTools: excluded === undefined ? disabled : [...excluded, ...(disabled ?? [])],
    }),
  };
}

/** Reads an entry of `mcp` of OpenCode: the command is a list. */
export function readOpencodeEntry(reader: EntryReader): ServerEntry | undefined {
  const [command, ...args] = reader.texts('command') ?? [];
  const url = reader.text('url');
  const transport = reader.text('type') === 'local' ? 'stdio' : 'streamable-http';
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url);
  return {
    ...policyOf(reader),
    connection: connectionOf(reader, {
      transport: transport === 'stdio' ? transport : 'http',
      command,
      args,
      env: reader.variables('environment'),
      url,
      cwd: reader.text('cwd'),
      connectTimeoutMs: reader.number('timeout'),
    }),
    enabled: reader.bool('enabled') !== false,
  };
}

/** Reads an entry of a LangChain dictionary. Its timeouts are in seconds. */
export function readLangchainEntry(reader: EntryReader): ServerEntry | undefined {
  const [command, url, name] = [reader.text('command'), reader.text('url'), reader.text('transport')];
  if (name === 'websocket') {
    reader.refuse(
      'unsupported-transport',
      `the server "${reader.name}" uses websocket, which is not supported`,
      'use streamable_http',
      'transport',
    );
    return undefined;
  }
  const transport = transportOf(name, command, url);
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url);
  const seconds = reader.number('timeout');
  return {
    ...policyOf(reader),
    connection: connectionOf(reader, { transport: transport!, command, url, cwd: reader.text('cwd') }),
    ...(seconds !== undefined && { callTimeoutMs: seconds * 1000 }),
  };
}
