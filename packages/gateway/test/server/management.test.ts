/** What each built-in tool does, and who may have it done: reading is for every client, acting on servers for admins. */
import type { Client } from '@modelcontextprotocol/client';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, type Line, startGateway } from './harness.js';

afterEach(endAll);

interface Setting {
  readonly host?: string;
  readonly auth?: { readonly api_keys?: readonly string[]; readonly admin_keys?: readonly string[] };
  readonly readOnly?: boolean;
}

async function started({ host = '127.0.0.1', auth = {}, readOnly = false }: Setting) {
  const { url } = await startFixture();
  const settings = { servers: { s: { url, trust_mode: 'auto' } }, auth, read_only_mode: readOnly };
  return startGateway(configOf(JSON.stringify(settings), { listen: { host, port: 0 } }));
}

const bearer = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` });

/** The operations that the list of tools names, and what restarting comes to. */
async function offered(client: Client): Promise<[unknown, string]> {
  const { tools } = await client.listTools();
  const schema = tools.find(({ name }) => name === 'upstream_servers')!.inputSchema as unknown as {
    properties: { operation: { enum: unknown } };
  };
  const answer = await client
    .callTool({ name: 'upstream_servers', arguments: { operation: 'restart', name: 's' } })
    .then(({ content }) => (content as { text: string }[])[0]!.text)
    .catch((error: Error) => error.message);
  return [schema.properties.operation.enum, answer];
}

const done = '{"operation":"restart","name":"s","done":true}';
const notAllowed = expect.stringContaining('restart needs one of the keys of auth.admin_keys; this client may list servers');
const notThere = expect.stringContaining("'operation' must be one of list");
const both = ['list', 'restart'];

const cases: [string, Setting, string | undefined, [unknown, unknown]][] = [
  ['on loopback without keys, every client acts', {}, undefined, [both, done]],
  ['elsewhere without keys, nobody does', { host: '0.0.0.0' }, undefined, [['list'], notThere]],
  ['with api_keys alone, nobody does', { auth: { api_keys: ['client'] } }, 'client', [['list'], notThere]],
  ['a client key reads', { auth: { api_keys: ['client'], admin_keys: ['admin'] } }, 'client', [both, notAllowed]],
  ['an admin key acts', { auth: { api_keys: ['client'], admin_keys: ['admin'] } }, 'admin', [both, done]],
  ['elsewhere too', { host: '0.0.0.0', auth: { api_keys: ['client'], admin_keys: ['admin'] } }, 'admin', [both, done]],
  ['a key in both lists acts', { auth: { api_keys: ['client'], admin_keys: ['client'] } }, 'client', [both, done]],
  ['admin_keys alone ask every client for one', { auth: { admin_keys: ['admin'] } }, 'admin', [both, done]],
  ['read_only_mode holds for admins', { auth: { admin_keys: ['admin'] }, readOnly: true }, 'admin', [['list'], notThere]],
];

describe.each<Line>(['v1', 'v2', 'modern'])('a %s client', line => {
  it.each(cases)('%s', async (_what, setting, key, expected) => {
    const { url } = await started(setting);
    expect(await offered(await connect(line, url, {}, bearer(key)))).toEqual(expected);
  });
});

it('the other built-in tools read, or call what the client may call anyway', async () => {
  const { url } = await started({ auth: { api_keys: ['client'], admin_keys: ['admin'] } });
  const { tools } = await (await connect('v2', url, {}, bearer('client'))).listTools();
  expect(tools.filter(({ name }) => !name.startsWith('s__')).map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['retrieve_tools', true],
    ['call_tool', undefined],
    ['upstream_servers', false],
  ]);
});

it('call_tool does not lead to built-in tools', async () => {
  const { url } = await started({ auth: { api_keys: ['client'], admin_keys: ['admin'] } });
  const client = await connect('v2', url, {}, bearer('client'));
  for (const name of ['upstream_servers', 's:upstream_servers', 's__upstream_servers', 'call_tool'])
    await expect(
      client.callTool({ name: 'call_tool', arguments: { name, args: { operation: 'restart', name: 's' } } }),
    ).rejects.toMatchObject({ code: -32602 });
});

it('a session of an admin does not lend its right to a client key, and neither does a body', async () => {
  const { url, port } = await started({ auth: { api_keys: ['client'], admin_keys: ['admin'] } });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const hello = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } });
  const opened = await ask(port, '/mcp', { method: 'POST', headers: { ...headers, ...bearer('admin') }, body: hello });
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const restart = rpc('tools/call', { name: 'upstream_servers', arguments: { operation: 'restart', name: 's' }, manages: true });
  const post = async (more: Record<string, string>) => {
    const { status, text } = await ask(port, '/mcp', { method: 'POST', headers: { ...headers, ...more }, body: restart });
    return [status, JSON.parse(text).error?.data?.failure_mode];
  };
  expect(await post({ ...session, ...bearer('client') })).toEqual([404, 'session_not_found']);
  expect(await post(bearer('client'))).toEqual([200, 'not_allowed']);
  expect(await post({ ...bearer('client'), 'x-api-key': 'admin' })).toEqual([400, 'invalid_request']);
  expect(await post({ ...session, ...bearer('admin') })).toEqual([200, undefined]);
  expect(url).toContain(String(port));
});

it('with admin_keys, the page takes those, and no key of a client', async () => {
  const { url } = await startFixture();
  const config = configOf(JSON.stringify({ servers: { s: { url } }, auth: { api_keys: ['client'], admin_keys: ['admin'] } }), {
    page: { enabled: true, hosts: [] },
  });
  const { port } = await startGateway(config);
  const state = async (key: string) => (await ask(port, '/ui/api/state', { headers: bearer(key) })).status;
  expect([await state('client'), await state('admin')]).toEqual([401, 200]);
});
