import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import type { SecretAuth } from './auth.js';
import type { HttpServing } from './node-http.js';
import { READ, toolPermission } from './permissions.js';
import { createMcpServer, type KitServer } from './server.js';
import { getSessionId, getUserId, type Identity } from './session.js';
import { type TemporaryData, temporaryData } from './testing.js';
import { createSessionToken } from './tokens.js';

jest.setTimeout(60_000);

const auth: SecretAuth = { issuer: 'https://issuer.example', audience: 'template', secret: 'q7W2-x9Lm4-Zt8Kc1-Rv5Nb3-Hy6Pd0-Js' };
const alice = { userId: 'alice', sessionId: 's1' };

let data: TemporaryData;
let server: KitServer;
let serving: HttpServing;

async function who(): Promise<string> {
  return `${getUserId()}/${getSessionId()}`;
}

beforeEach(async () => {
  data = await temporaryData();
  server = createMcpServer('template', {
    dataDir: data.dataDir,
    auth,
  })
    .tool('who', {}, toolPermission(READ)(who))
    .tool(
      'who_later',
      { inputSchema: z.object({ pauses: z.array(z.number().max(5)) }) },
      toolPermission(READ)(async ({ pauses }) => {
        const seen = [await who()];
        for (const pause of pauses) {
          await new Promise(resolve => setTimeout(resolve, pause));
          seen.push(await who());
        }
        return [...new Set(seen)].join(' ');
      }),
    );
  serving = await server.serveHttp({ port: 0, publicUrl: 'https://mcp.example/mcp' });
});
afterEach(async () => {
  await server.close();
  await data.remove();
});

async function clientFor(identity: Identity, modern = false): Promise<Client> {
  const token = await createSessionToken(auth, identity);
  const client = new Client({ name: 'test', version: '0' }, modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {});
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit }));
  return client;
}

const textOf = (result: { content: readonly { type: string }[] }) => (result.content[0] as { text?: string }).text;

test.each([
  ['2025-11-25', false],
  ['2026-07-28', true],
])('serves clients of %s', async (version, modern) => {
  const client = await clientFor(alice, modern);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect((await client.listTools()).tools.map(tool => tool.name)).toEqual(['who', 'who_later']);
  expect(textOf(await client.callTool({ name: 'who' }))).toBe('alice/s1');
  await client.close();
});

test('serves clients of the first SDK', async () => {
  const token = await createSessionToken(auth, alice);
  const client = new FirstClient({ name: 'test', version: '0' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new FirstTransport(new URL(serving.url), { requestInit }) as never);
  expect((await client.listTools()).tools.map(tool => tool.name)).toEqual(['who', 'who_later']);
  expect(textOf((await client.callTool({ name: 'who' })) as never)).toBe('alice/s1');
  await client.close();
});

test('listens on this machine only', () => {
  expect(serving.url).toBe(`http://127.0.0.1:${serving.port}/mcp`);
});

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const mcpHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const metadata = 'resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"';

function post(headers: Record<string, string>): Promise<Response> {
  return fetch(serving.url, { method: 'POST', headers: { ...mcpHeaders, ...headers }, body: listTools });
}

const invalidToken = (description: string) => `Bearer error="invalid_token", error_description="${description}", ${metadata}`;

test.each<[string, Record<string, string>, string]>([
  ['no token', {}, `Bearer ${metadata}`],
  ['another scheme', { Authorization: 'Basic YTpi' }, `Bearer ${metadata}`],
  ['a scheme alone', { Authorization: 'Bearer' }, `Bearer ${metadata}`],
  ['words', { Authorization: 'Bearer let me in' }, invalidToken("The token's signature or form is not valid")],
  ['a quote in the token', { Authorization: 'Bearer "' }, invalidToken("The token's signature or form is not valid")],
])('401 for %s, with how to come back', async (_name, headers, challenge) => {
  const response = await post(headers);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
});

test('a refused client finds who issues tokens', async () => {
  const response = await fetch(`http://127.0.0.1:${serving.port}/.well-known/oauth-protected-resource/mcp`);
  expect(await response.json()).toEqual({
    resource: 'https://mcp.example/mcp',
    authorization_servers: ['https://issuer.example'],
    bearer_methods_supported: ['header'],
  });
});

test.each(['mcp.example', 'ftp://mcp.example', '/mcp'])('%s is no public address', async publicUrl => {
  await expect(server.serveHttp({ port: 0, publicUrl })).rejects.toThrow('publicUrl: must be a URL of http or https');
});

test('without a public address a refusal names none', async () => {
  const plain = await server.serveHttp({ port: 0 });
  expect((await fetch(plain.url)).headers.get('www-authenticate')).toBe('Bearer');
});

test('a token in the address or in a body is no token', async () => {
  const token = await createSessionToken(auth, alice);
  const response = await fetch(`${serving.url}?access_token=${token}`, { method: 'POST', headers: mcpHeaders, body: listTools });
  expect(response.status).toBe(401);
});

test('every method of HTTP needs a token', async () => {
  const statuses = await Promise.all(
    ['GET', 'POST', 'DELETE', 'PUT'].map(method => fetch(serving.url, { method }).then(({ status }) => status)),
  );
  expect(statuses).toEqual([401, 401, 401, 401]);
});

test('the expiry of a token is looked at on each request', async () => {
  const token = await createSessionToken({ ...auth, clock: () => new Date(Date.now() - 3_600_000) }, alice, 60);
  const response = await post({ Authorization: `Bearer ${token}` });
  expect(await response.json()).toEqual({ error: 'invalid_token', error_description: 'The token has expired' });
});

function statusOf(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(serving.url, { method: 'POST', headers: { ...mcpHeaders, ...headers } }, response => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end(listTools);
  });
}

test.each<[string, Record<string, string>, number]>([
  ['the name of this machine', { Host: 'localhost:1234' }, 200],
  ['another hostname (DNS rebinding)', { Host: 'evil.example' }, 403],
  ['a page of this machine', { Origin: 'http://localhost:3000' }, 200],
  ['a page of another place', { Origin: 'https://evil.example' }, 403],
  ['a page without an address', { Origin: 'null' }, 403],
])('asked by %s', async (_name, headers, status) => {
  const token = await createSessionToken(auth, alice);
  expect(await statusOf({ Authorization: `Bearer ${token}`, ...headers })).toBe(status);
});

test('health needs no token, other paths are not there', async () => {
  const origin = serving.url.replace('/mcp', '');
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/mcp/../other`)).status).toBe(404);
});

test.each([
  ['TRACE', 'TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
  ['a method of nobody', 'BREW /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['the form for proxies', 'GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['a path of another host', 'GET //evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['a path that is not a URL', 'GET /%zz/[ HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['no host', 'GET /mcp HTTP/1.0\r\n\r\n', 403],
  ['two tokens', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n', 401],
  ['a token of 20 kB', `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'a header smuggled in',
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['words', 'hello\r\n\r\n', 400],
])('%s over a raw socket', async (_name, text, status) => {
  const socket = connect(serving.port, '127.0.0.1');
  socket.write(text);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(chunk.toString('latin1', 0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect((await fetch(serving.url.replace('/mcp', '/healthz'))).status).toBe(200);
});

test('a client that leaves in the middle of a body harms nobody', async () => {
  const token = await createSessionToken(auth, alice);
  const socket = connect(serving.port, '127.0.0.1');
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"json`,
  );
  await new Promise(resolve => setTimeout(resolve, 30));
  socket.destroy();
  const client = await clientFor(alice);
  expect(textOf(await client.callTool({ name: 'who' }))).toBe('alice/s1');
  await client.close();
});

test('a body of 5 MiB is refused', async () => {
  const token = await createSessionToken(auth, alice);
  const headers = { ...mcpHeaders, Authorization: `Bearer ${token}` };
  const response = await fetch(serving.url, { method: 'POST', headers, body: JSON.stringify({ pad: 'x'.repeat(5 * 1024 * 1024) }) });
  expect(response.status).toBe(413);
});

test('calls at the same time never see each other', async () => {
  const identities = Array.from({ length: 12 }, (_, index) => ({ userId: `user-${index % 4}`, sessionId: `session-${index}` }));
  const clients = await Promise.all(identities.map((identity, index) => clientFor(identity, index % 2 === 0)));
  const calls = Array.from({ length: 240 }, (_, index) => index % clients.length);
  const seen = await Promise.all(
    calls.map(index => clients[index]!.callTool({ name: 'who_later', arguments: { pauses: [index % 3, (index * 7) % 5, 0] } })),
  );
  expect(seen.map(textOf)).toEqual(calls.map(index => `${identities[index]!.userId}/${identities[index]!.sessionId}`));
  await Promise.all(clients.map(client => client.close()));
});

test('one connection to the server speaks for whoever each token names', async () => {
  const [a, b] = await Promise.all([createSessionToken(auth, alice), createSessionToken(auth, { userId: 'bob', sessionId: 's2' })]);
  const call = async (token: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'who', arguments: {} } });
    const response = await fetch(serving.url, { method: 'POST', headers: { ...mcpHeaders, Authorization: `Bearer ${token}` }, body });
    return /(alice\/s1|bob\/s2)/.exec(await response.text())?.[1];
  };
  expect([await call(a), await call(b), await call(a)]).toEqual(['alice/s1', 'bob/s2', 'alice/s1']);
});

test('HTTP is not served without a way to check tokens', async () => {
  const open = createMcpServer('open', { dataDir: data.dataDir });
  await expect(open.serveHttp({ port: 0 })).rejects.toThrow('auth: is needed to serve HTTP: there is no default user');
});

test('a port in use is an error, not a crash', async () => {
  await expect(server.serveHttp({ port: serving.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('after close, nothing listens', async () => {
  await server.close();
  await expect(fetch(serving.url)).rejects.toThrow('fetch failed');
});
