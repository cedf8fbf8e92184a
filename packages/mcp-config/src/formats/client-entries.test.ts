import { readServers } from '../read/read-servers.js';
import { type ClientTarget, clientEntries } from './client-entries.js';

const url = 'https://gateway.example.com/mcp/p/team';
const env = { MCPGW_KEY: 'key-of-a-client', AUTHORIZATION: 'Bearer key-of-a-client' };

function entry(id: string, more: Partial<ClientTarget> = {}) {
  return clientEntries({ name: 'mcpgw', url, needsKey: true, ...more }).find(each => each.id === id)!;
}

/** The connection that a reader of the client's format finds in the text. */
function connection(id: string, more: Partial<ClientTarget> = {}) {
  const { servers, findings } = readServers(entry(id, more).text, { file: 'mcp.json', env });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return servers.map(({ name, connection: { transport, ...rest } }) => ({ name, transport, ...rest }));
}

it.each(['claude-code-file', 'cursor', 'windsurf', 'gemini', 'opencode'])('the entry for %s leads to the address, with the key', id => {
  expect(connection(id)).toMatchObject([{ name: 'mcpgw', url, headers: { Authorization: expect.stringMatching(/^Bearer ./) } }]);
  expect(connection(id, { needsKey: false })).toMatchObject([{ name: 'mcpgw', url }]);
  expect(entry(id, { needsKey: false }).text).not.toMatch(/Authorization|MCPGW_KEY/);
  expect(entry(id, { needsKey: false }).note).toBe('');
});

it('the entry for VS Code asks for the key', () => {
  expect(JSON.parse(entry('vscode').text)).toEqual({
    inputs: [{ type: 'promptString', id: 'mcpgw-key', description: 'Key of the gateway', password: true }],
    servers: { mcpgw: { type: 'http', url, headers: { Authorization: 'Bearer ${input:mcpgw-key}' } } },
  });
});

it('Claude Desktop starts a program that connects to the address', () => {
  expect(connection('claude-desktop')).toMatchObject([
    { transport: 'stdio', command: 'npx', args: ['-y', 'mcp-remote', url, '--header', expect.stringMatching(/^Authorization:/)] },
  ]);
  expect(connection('claude-desktop', { url: 'http://gateway:8080/mcp', needsKey: false })).toMatchObject([
    { args: ['-y', 'mcp-remote', 'http://gateway:8080/mcp', '--allow-http'] },
  ]);
});

it('Zed and Codex have formats of their own', () => {
  expect(JSON.parse(entry('zed').text)).toEqual({ context_servers: { mcpgw: { url, headers: { Authorization: 'Bearer YOUR_KEY' } } } });
  expect(entry('codex').text).toBe(`[mcp_servers.mcpgw]\nurl = "${url}"\nbearer_token_env_var = "MCPGW_KEY"`);
  expect(entry('codex', { name: 'my gateway', needsKey: false }).text).toBe(`[mcp_servers."my gateway"]\nurl = "${url}"`);
});

it('texts for a terminal are quoted', () => {
  expect(entry('claude-code', { name: "it's", url: 'http://h/mcp?a=1&b=2' }).text).toBe(
    `claude mcp add --transport http 'it'\\''s' 'http://h/mcp?a=1&b=2' --header "Authorization: Bearer \${MCPGW_KEY}"`,
  );
});

it('each client has one entry, with a place', () => {
  const entries = clientEntries({ name: 'mcpgw', url, needsKey: true });
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(entries.every(({ client, place, text }) => client !== '' && place !== '' && text !== '')).toBe(true);
});

/** The user puts a key in place of YOUR_KEY, which Claude Desktop needs in its file; an input is the client's, and mcpgw is not the client. */
const known: ReadonlySet<string> = new Set(['unfilled-value', 'secret-in-clear-text', 'unsupported-placeholder']);

it.each(['claude-code-file', 'claude-desktop', 'cursor', 'vscode', 'windsurf', 'gemini', 'opencode'])(
  'no rule for the file of its client finds anything in the entry for %s',
  id => {
    for (const needsKey of [true, false]) {
      const { place, text } = entry(id, { needsKey });
      const { findings } = readServers(text, { file: place.split(',')[0]!, env });
      expect(findings.filter(({ rule }) => !known.has(rule)).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
    }
  },
);
