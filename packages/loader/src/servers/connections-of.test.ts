import { readServers } from '@mcpgw/mcp-config';
import { connectionsOf } from './connections-of.js';

function connections(value: unknown, env: Record<string, string> = {}) {
  return Object.fromEntries(connectionsOf(readServers(JSON.stringify(value), { file: 'f', env })));
}

it('mcp_config.json, servers as a list', () => {
  const mcpServers = [
    { name: 'gh', command: 'npx', args: ['-y', 'x'], env: { T: '${env:TOKEN}' }, working_dir: '/', enabled: true, init_timeout: '1m' },
    { name: 'web', url: 'https://h/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' }, enabled: true },
    { name: 'http', url: 'https://h/mcp', protocol: 'streamable-http', enabled: true },
    { name: 'old', url: 'https://h/sse', protocol: 'sse', enabled: true },
    { name: 'off', url: 'https://h/', enabled: false },
  ];
  expect(connections({ mcpServers }, { TOKEN: 't0ken' })).toEqual({
    gh: { transport: 'stdio', command: 'npx', args: ['-y', 'x'], env: { T: 't0ken' }, cwd: '/', connectTimeoutMs: 60_000 },
    web: { transport: 'http', url: 'https://h/mcp', headers: { Authorization: 'Bearer t0ken' } },
    http: { transport: 'streamable-http', url: 'https://h/mcp', headers: {} },
    old: { transport: 'sse', url: 'https://h/sse', headers: {} },
  });
});

it('an entry that cannot be read is malformed, not missing', () => {
  const mcpServers = [
    { name: 'unset', command: 'x', env: { T: '${env:NOPE}' }, enabled: true },
    { name: 'fine', command: 'x', enabled: true },
    { name: 'fine', command: 'y', enabled: true },
  ];
  expect(connections({ mcpServers })).toEqual({
    'mcpServers[0]': { transport: 'malformed', reason: 'the environment variable "NOPE" is not set' },
    fine: { transport: 'stdio', command: 'x', args: [], env: {} },
    'mcpServers[2]': { transport: 'malformed', reason: 'duplicate server name: fine' },
  });
});

it('servers by name', () => {
  expect(connections({ mcpServers: { a: { url: 'http://h/mcp' }, b: { command: 'x' }, c: {} } })).toEqual({
    a: { transport: 'http', url: 'http://h/mcp', headers: {} },
    b: { transport: 'stdio', command: 'x', args: [], env: {} },
    c: { transport: 'malformed', reason: expect.stringContaining('"c"') },
  });
});

it('prototype keys are names', () => {
  const read = readServers('{"mcpServers": {"__proto__": {"command": "x"}, "constructor": {"command": "y"}}}', { file: 'f', env: {} });
  expect([...connectionsOf(read).keys()]).toEqual(['__proto__', 'constructor']);
});
