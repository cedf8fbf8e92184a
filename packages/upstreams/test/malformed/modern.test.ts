/** Malformed answers of servers of revision 2026-07-28. */
import { closeServers, httpServer, readBody } from '../../../loader/test/servers.js';
import { base, endAll, failure, made } from '../harness.js';

jest.setTimeout(60_000);

afterEach(async () => {
  await endAll();
  await closeServers();
});

const cacheable = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const good: Readonly<Record<string, unknown>> = {
  'server/discover': {
    ...cacheable,
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: 'raw', version: '0' },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'raw', version: '0' } },
  },
  'tools/list': { ...cacheable, tools: [{ name: 't', inputSchema: { type: 'object' } }] },
};

async function call(result: unknown) {
  const { url } = await httpServer(async (request, response) => {
    const body = await readBody(request);
    const { id, method } = body === '' ? { id: undefined, method: '' } : JSON.parse(body);
    if (id === undefined) return void response.writeHead(405).end();
    const answer =
      method === 'tools/call'
        ? { result }
        : good[method]
          ? { result: good[method] }
          : { error: { code: -32601, message: 'no such method' } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  const upstreams = made();
  await upstreams.update([{ name: 'up', connection: { transport: 'streamable-http', url }, ...base, callTimeoutMs: 20_000 }]);
  await upstreams.settled(20_000);
  expect(upstreams.state('up')).toMatchObject({ protocolVersion: '2026-07-28', connection: { state: 'ready' } });
  return failure(upstreams.call('up', 't', {}, { signal: new AbortController().signal, allowInputRequired: true } as never));
}

it.each<[string, unknown, string]>([
  ['no type of result', { content: [] }, 'resultType'],
  ['a type that is not a text', { resultType: 5, content: [] }, 'resultType'],
  ['no content', { resultType: 'complete' }, 'breaks the protocol'],
  ['a block of no type', { resultType: 'complete', content: [{}] }, 'breaks the protocol'],
  ['a block of an unknown type', { resultType: 'complete', content: [{ type: 'hologram' }] }, 'breaks the protocol'],
  ['isError as a text', { resultType: 'complete', content: [], isError: 'true' }, 'breaks the protocol'],
  ['a request for input without one', { resultType: 'input_required' }, 'input_required'],
])('%s', async (_name, result, says) => {
  expect(await call(result)).toMatchObject({
    category: 'upstream_failure',
    mode: 'invalid_response',
    message: expect.stringContaining(says),
  });
});

it('an unknown type of result is a failure', async () => {
  expect(await call({ resultType: 'later', content: [] })).toMatchObject({ category: 'upstream_failure' });
});

it('structured content may be any value since this revision', async () => {
  expect(await call({ resultType: 'complete', content: [], structuredContent: [1] })).toMatchObject({ value: { structuredContent: [1] } });
});
