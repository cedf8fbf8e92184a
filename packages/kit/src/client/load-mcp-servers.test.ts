import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionEnvironment } from '../environment.js';
import { runInSession } from '../session.js';
import { temporaryData } from '../testing.js';
import { getMcpClient } from './get-mcp-client.js';
import { loadMcpServers, McpConfigError } from './load-mcp-servers.js';
import { McpClientPrivateData } from './mcp-client-private-data.js';
import { McpClientStrict } from './mcp-client-strict.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kit-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'config.yaml');
const load = (text: string | Uint8Array, env: Record<string, string> = {}) => {
  writeFileSync(path(), text);
  return loadMcpServers(path(), { env });
};
const refusal = (action: () => unknown): { message: string; rules: string[] } => {
  try {
    action();
  } catch (error) {
    if (!(error instanceof McpConfigError)) throw error;
    return { message: error.message.replaceAll(folder, 'DIR'), rules: error.findings.map(({ rule }) => rule) };
  }
  throw new Error('not refused');
};

const config = `mcp_servers:
  sql: { url: 'http://\${HOST}:8000/mcp', url_isolated: 'http://\${HOST}:8001/mcp', read_timeout: 5 }
  docs: { type: client, url: 'https://docs.example/mcp' }
  template: { type: server, name: template, instructions: Reads files., port: 8123 }
  bare: { type: server, name: bare }
models: { default: any }
`;

test('clients and servers by name, with defaults', () => {
  const servers = load(config, { HOST: '127.0.0.1' });
  expect(servers.names).toEqual(['sql', 'docs', 'template', 'bare']);
  expect(servers.client('sql')).toEqual({
    name: 'sql',
    url: 'http://127.0.0.1:8000/mcp',
    urlIsolated: 'http://127.0.0.1:8001/mcp',
    readTimeout: 5,
  });
  expect(servers.client('docs')).toEqual({ name: 'docs', url: 'https://docs.example/mcp', readTimeout: 60 });
  expect(servers.server('template')).toEqual({ name: 'template', instructions: 'Reads files.', port: 8123 });
  expect(servers.server('bare')).toEqual({ name: 'bare', port: 8000 });
});

test('names that are not there, or of the other kind', () => {
  const servers = load(config, { HOST: 'h' });
  expect(refusal(() => servers.client('nope'))).toEqual({
    message: "MCP config 'nope' not found. Available: [sql, docs, template, bare]",
    rules: [],
  });
  expect(refusal(() => servers.client('bare')).message).toBe("MCP config 'bare' is not a client config (type=server)");
  expect(refusal(() => servers.server('sql')).message).toBe("MCP config 'sql' is not a server config (type=client)");
  expect(refusal(() => servers.client('__proto__')).message).toMatch(/^MCP config '__proto__' not found/);
});

test.each<[string, string | Uint8Array, string, string[]]>([
  [
    'unset variables, all of them',
    'mcp_servers:\n  a: { url: "http://${A}/mcp" }\n  b: { type: server, name: "${B}" }\n',
    'DIR/config.yaml:2:13: the environment variable "A" is not set (set A, or name a file that sets it with --vars)\n' +
      'DIR/config.yaml:3:28: the environment variable "B" is not set (set B, or name a file that sets it with --vars)',
    ['unset-variable', 'unset-variable'],
  ],
  [
    'no address',
    'mcp_servers: { a: {} }',
    'DIR/config.yaml:1:19: the field "url" is missing in an MCP client entry (add "url": address of the server, such as "http://sql.example:8000/mcp")',
    ['missing-field'],
  ],
  [
    'a port out of range',
    'mcp_servers: { a: { type: server, name: a, port: 0 } }',
    'DIR/config.yaml:1:50: 0 is out of range: from 1 to 65535 (write an integer from 1 to 65535)',
    ['bad-value'],
  ],
  [
    'the isolated instance is the normal one',
    'mcp_servers: { a: { url: "http://a/mcp", url_isolated: "http://a/mcp" } }',
    'DIR/config.yaml:1:56: url_isolated of "a" is the same address as "url" (name the instance on the isolated network, or remove url_isolated)',
    ['same-isolated-url'],
  ],
  [
    'another scheme, after expansion',
    'mcp_servers: { a: { url: "${A}" } }',
    'DIR/config.yaml:1:26: the address of "a" is not an http or https URL after expansion (check the variables in it)',
    ['bad-value'],
  ],
  ['no YAML', 'a: [', expect.stringMatching(/^DIR\/config\.yaml:1:\d+: /) as unknown as string, ['yaml-syntax']],
  ['an empty file', '', 'DIR/config.yaml: the file is empty (fill it, or name another file)', ['document-count']],
  [
    'no UTF-8',
    new Uint8Array([0x61, 0xff]),
    'DIR/config.yaml:1:2: the file is not UTF-8 text: a byte here does not belong to any character (save the file as UTF-8)',
    ['not-utf8'],
  ],
])('%s', (what, text, message, rules) => {
  const env: Record<string, string> = what.startsWith('another') ? { A: 'ftp://a' } : {};
  expect(refusal(() => load(text, env))).toEqual({ message, rules });
});

test('a file that is not there', () => {
  expect(refusal(() => loadMcpServers(join(folder, 'no.yaml')))).toEqual({ message: 'DIR/no.yaml cannot be read: ENOENT', rules: [] });
  expect(refusal(() => loadMcpServers(folder)).message).toBe('DIR cannot be read: EISDIR');
});

describe('getMcpClient', () => {
  const privateData = { hasPrivateData: async () => false };
  const get = (name: string, more: object = {}) => {
    writeFileSync(path(), config);
    return getMcpClient(name, { configPath: path(), env: { HOST: 'h' }, ...more });
  };

  test('url_isolated decides', () => {
    expect(get('sql', { privateData })).toBeInstanceOf(McpClientPrivateData);
    expect(get('docs', { privateData })).toBeInstanceOf(McpClientStrict);
    expect(get('docs').name).toBe('docs');
  });

  test('an isolated instance that nothing leads to is refused', () => {
    expect(refusal(() => get('sql')).message).toBe(
      "MCP config 'sql' has url_isolated, and nothing says when to use it: run in a session (runInSession), or give privateData",
    );
  });

  test('the session that it runs in says when to move', async () => {
    const data = await temporaryData();
    const session = { userId: 'u', sessionId: 's', ...sessionEnvironment(data, {}) };
    expect(runInSession(session, () => get('sql'))).toBeInstanceOf(McpClientPrivateData);
    await data.remove();
  });

  test('the environment of the process is the default', () => {
    writeFileSync(path(), config);
    process.env.HOST = 'from-process';
    expect(loadMcpServers(path()).client('sql').url).toBe('http://from-process:8000/mcp');
    delete process.env.HOST;
    expect(refusal(() => getMcpClient('docs', { configPath: path() })).rules).toEqual(['unset-variable', 'unset-variable']);
  });
});
