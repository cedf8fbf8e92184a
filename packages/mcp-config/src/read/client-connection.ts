import type { Connection } from './connection.js';
import type { EntryReader } from './entry-reader.js';
import { base, present, requireEndpoint, requireHttp, transportOf } from './remote.js';

/** Reads an entry of `mcpServers` in object form, or of `servers` of VS Code. */
export function clientConnection(reader: EntryReader): Connection | undefined {
  const command = reader.text('command');
  const urls = ['httpUrl', 'url', 'serverUrl'].map(key => ({ key, url: reader.text(key) }));
  const { key, url } = urls.find(candidate => candidate.url !== undefined) ?? { key: 'url', url: undefined };
  const [excluded, disabled] = [reader.texts('excludeTools'), reader.texts('disabledTools')];
  const name = reader.text('type') ?? reader.text('transport');
  const transport = transportOf(name, command, url);
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url, key);
  return {
    ...base(reader),
    transport: transport!,
    detected: name === undefined,
    timeouts: present({ request: reader.number('timeout') }),
    disabled: reader.bool('disabled') === true,
    ...present({
      command,
      url,
      cwd: reader.text('cwd'),
      enabledTools: reader.texts('includeTools'),
      disabledTools: excluded === undefined ? disabled : [...excluded, ...(disabled ?? [])],
    }),
  };
}

/** Reads an entry of `mcp` of OpenCode: the command is a list. */
export function opencodeConnection(reader: EntryReader): Connection | undefined {
  const [command, ...args] = reader.texts('command') ?? [];
  const url = reader.text('url');
  const transport = reader.text('type') === 'local' ? 'stdio' : 'streamable-http';
  if (!requireEndpoint(reader, transport, command, url)) return undefined;
  if (transport !== 'stdio') requireHttp(reader, url);
  return {
    ...base(reader),
    args,
    env: reader.variables('environment'),
    transport,
    detected: transport !== 'stdio',
    timeouts: present({ connect: reader.number('timeout') }),
    disabled: reader.bool('enabled') === false,
    ...present({ command, url, cwd: reader.text('cwd') }),
  };
}

/** Reads an entry of a LangChain dictionary; its timeouts are seconds. */
export function langchainConnection(reader: EntryReader): Connection | undefined {
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
  const timeouts = present({ request: seconds === undefined ? undefined : seconds * 1000 });
  return {
    ...base(reader),
    transport: transport!,
    detected: false,
    timeouts,
    disabled: false,
    ...present({ command, url, cwd: reader.text('cwd') }),
  };
}
