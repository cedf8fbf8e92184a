import { readMcpServers } from './read-mcp-servers.js';

const read = (text: string, env: Record<string, string> = {}) => readMcpServers(text, { file: 'config.yaml', env });

test('client and server entries, placeholders expanded, other keys left alone', () => {
  const { clients, servers, findings } = read(
    `mcp_servers:
  sql: { url: 'http://\${HOST}/mcp', url_isolated: 'http://isolated.\${HOST}/mcp', read_timeout: 5 }
  template: { type: server, name: '\${NAME}', instructions: read me }
models: { default: x }
`,
    { HOST: 'sql.example', NAME: 'template' },
  );
  expect(findings).toEqual([]);
  expect(clients).toMatchObject([
    {
      name: 'sql',
      connection: { url: 'http://sql.example/mcp', urlIsolated: 'http://isolated.sql.example/mcp' },
      callTimeoutMs: 5000,
    },
  ]);
  expect(servers).toEqual([{ key: 'template', name: 'template', instructions: 'read me', port: 8000 }]);
});

test.each([
  ['', 'the file is empty'],
  ['a: 1\n---\nb: 2\n', 'the file holds 2 documents; one is expected'],
  ['mcp_servers: { s: { type: server } }', 'the field "name" is missing in an MCP server entry'],
  ['mcp_servers: { s: { type: server, name: "${NO}" } }', 'the environment variable "NO" is not set'],
  ['mcp_servers: { s: { url: "${NO}" } }', 'the environment variable "NO" is not set'],
  ['models: {}', 'the field "mcp_servers" is missing in config.yaml'],
])('%j: %s', (text, message) => {
  const { clients, servers, findings } = read(text);
  expect(findings[0]?.message).toBe(message);
  expect([clients, servers]).toEqual([[], []]);
});
