import { join } from 'node:path';
import { type Connection, getToolsWithResilience } from '../src/index.js';
import { closeServers, httpServer, initializeResult, rpcListener, sdkListener, toolNamed } from './servers.js';
import { sseListener, statefulListener } from './v1-servers.js';

jest.setTimeout(60_000);

async function load(connection: Connection) {
  const { status } = await getToolsWithResilience({ server: connection }, { maxAttempts: 1, attemptTimeoutMs: 20_000 });
  const { error, transport, protocolVersion, tools, attempts } = status.get('server')!;
  return { error, transport, protocolVersion, tools: tools.map(({ name }) => name), attempts };
}

afterEach(closeServers);

it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('a server of revision %s', async version => {
  const seen: unknown[] = [];
  const { url } = await httpServer(
    rpcListener((method, _id, response) => {
      seen.push([method, response.req.headers['mcp-protocol-version']]);
      return method === 'initialize' ? initializeResult(version) : { tools: [toolNamed('x')] };
    }),
  );
  expect(await load({ transport: 'http', url })).toEqual({
    error: null,
    transport: 'streamable-http',
    protocolVersion: version,
    tools: ['x'],
    attempts: 1,
  });
  expect(seen).toEqual([
    ['initialize', undefined],
    ['tools/list', version],
  ]);
});

it('a server of 2026-07-28 alone, which has no initialize', async () => {
  const { url } = await httpServer(sdkListener({ era: 'modern' }));
  const expected = { error: null, transport: 'streamable-http', protocolVersion: '2026-07-28', tools: ['tool-0', 'tool-1'], attempts: 1 };
  expect(await load({ transport: 'http', url })).toEqual(expected);
});

it.each([
  ['404 and no such method', 404, -32601],
  ['200 and no such method', 200, -32601],
  ['400 and a missing header', 400, -32020],
  ['400 and a missing envelope', 400, -32602],
])('a server of 2026-07-28 alone that refuses initialize with %s', async (_what, status, code) => {
  const sdk = sdkListener({ era: 'modern' });
  const { url } = await httpServer((request, response) => {
    if (request.headers['mcp-method'] !== undefined) return sdk(request, response);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code, message: 'no' } }));
  });
  expect(await load({ transport: 'http', url })).toMatchObject({ error: null, protocolVersion: '2026-07-28', tools: ['tool-0', 'tool-1'] });
});

it('a server of 2026-07-28 that answers initialize with that revision all the same', async () => {
  const sdk = sdkListener({ era: 'modern' });
  const byHand = rpcListener(() => initializeResult('2026-07-28'));
  const { url } = await httpServer((request, response) => (request.headers['mcp-method'] === undefined ? byHand : sdk)(request, response));
  expect(await load({ transport: 'streamable-http', url })).toMatchObject({ error: null, protocolVersion: '2026-07-28' });
});

it('a server of older revisions that refuses initialize keeps its own words', async () => {
  const methods: string[] = [];
  const { url } = await httpServer(
    rpcListener((method, id, response) => {
      methods.push(method);
      response.writeHead(200, { 'content-type': 'application/json' });
      const error = { code: -32602, message: method === 'initialize' ? 'Unsupported protocol version' : 'what?' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      return undefined;
    }),
  );
  expect((await load({ transport: 'http', url })).error).toBe('JSON-RPC error -32602 from initialize: Unsupported protocol version');
  expect(methods).toEqual(['initialize', 'server/discover']);
});

it('a stateful server of the first SDK line', async () => {
  const { url } = await httpServer(statefulListener());
  const expected = { error: null, transport: 'streamable-http', protocolVersion: '2025-11-25', tools: ['echo'], attempts: 1 };
  expect(await load({ transport: 'streamable-http', url })).toEqual(expected);
});

it.each(['sse', 'http'] as const)('an SSE server, transport %s', async transport => {
  const { url } = await httpServer(sseListener());
  expect(await load({ transport, url })).toEqual({
    error: null,
    transport: 'sse',
    protocolVersion: '2025-11-25',
    tools: ['echo'],
    attempts: 1,
  });
});

it.each([
  ['both eras', [], '2025-11-25'],
  ['2026-07-28 alone', ['--modern'], '2026-07-28'],
])('a stdio server of %s', async (_name, args, protocolVersion) => {
  const command = { transport: 'stdio', command: process.execPath, args: [join(__dirname, 'stdio-server.mjs'), ...args] } as const;
  expect(await load(command)).toEqual({ error: null, transport: 'stdio', protocolVersion, tools: ['echo'], attempts: 1 });
});
