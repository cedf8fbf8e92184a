import { join } from 'node:path';
import { type Connection, getToolsWithResilience } from '../src/index.js';
import { closeServers, httpServer, initializeResult, rpcListener, sdkListener, toolNamed } from './servers.js';
import { sseListener, statefulListener } from './v1-servers.js';

jest.setTimeout(60_000);

async function load(connection: Connection) {
  const { status } = await getToolsWithResilience({ server: connection }, { maxAttempts: 1, attemptTimeoutSeconds: 20 });
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
