/** Upstreams of 2026-07-28 alone. */
import type { RequestListener } from 'node:http';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { until } from '../../../test/helpers/until.js';
import { closeServers, httpServer, readBody, toolNamed } from '../../loader/test/servers.js';
import { Upstreams } from '../src/servers/upstreams.js';
import { fakeSession } from './fixtures.js';

jest.setTimeout(30_000);

interface Modern {
  readonly listener: RequestListener;
  readonly requests: { method: string; headers: Record<string, unknown>; meta: Record<string, unknown> }[];
  tools: ReturnType<typeof toolNamed>[];
  handler: ReturnType<typeof createMcpHandler>;
}

const question = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'who?', requestedSchema: { type: 'object', properties: {} } },
};

function modern(): Modern {
  const create = () => {
    const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
    const server = new Server({ name: 'modern', version: '1' }, { capabilities });
    server.setRequestHandler('tools/list', () => ({ tools: fixture.tools }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const answer = mcpReq.inputResponses?.who as { content?: unknown } | undefined;
      if (params.name === 'ask' && !answer) return { resultType: 'input_required', inputRequests: { who: question } } as never;
      return { content: [{ type: 'text', text: JSON.stringify(answer?.content ?? params.arguments) }] };
    });
    server.setRequestHandler('resources/read', () => ({ contents: [] }));
    return server;
  };
  const handler = createMcpHandler(create, { legacy: 'reject' });
  const listener: RequestListener = async (request, response) => {
    const body = await readBody(request);
    const { method, params } = body === '' ? { method: '', params: {} } : JSON.parse(body);
    fixture.requests.push({ method, headers: request.headers, meta: params?._meta ?? {} });
    const aborted = new AbortController();
    response.once('close', () => aborted.abort());
    const headers = request.headers as Record<string, string>;
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, { method: 'POST', headers, body, signal: aborted.signal }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    if (answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  };
  const region = { type: 'object' as const, properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const fixture: Modern = {
    listener,
    requests: [],
    tools: [toolNamed('echo'), toolNamed('ask'), { ...toolNamed('where'), inputSchema: region as never }],
    handler,
  };
  return fixture;
}

let upstreams: Upstreams;
let fixture: Modern;
const signal = new AbortController().signal;

beforeEach(async () => {
  fixture = modern();
  const { url } = await httpServer(fixture.listener);
  upstreams = new Upstreams({ debounceMs: 10 });
  await upstreams.update([
    { name: 'up', connection: { transport: 'streamable-http', url }, enabled: true, quarantined: false, trustMode: 'auto' },
  ]);
  await upstreams.settled(10_000);
});

afterEach(async () => {
  await upstreams.close();
  await fixture.handler.close();
  await closeServers();
});

it('is ready, and calls go through', async () => {
  expect(upstreams.state('up')).toMatchObject({ connection: { state: 'ready' }, protocolVersion: '2026-07-28', serverInfo: 'modern 1' });
  expect(await upstreams.call('up', 'echo', { q: 'x' }, { signal })).toMatchObject({ content: [{ text: '{"q":"x"}' }] });
});

it('is asked in the name of the session whose client can answer', async () => {
  const session = fakeSession('s', { elicitation: {} }, () => ({ action: 'accept', content: { from: 's' } }));
  expect(await upstreams.call('up', 'ask', {}, { signal, session })).toMatchObject({ content: [{ text: '{"from":"s"}' }] });
  expect(session.asked).toEqual([{ method: 'elicitation/create', params: expect.objectContaining({ message: 'who?' }) }]);
});

it('that asks what nobody answers is a failure of its own, not of the connection', async () => {
  const refusing = fakeSession('s', { elicitation: {} }, () => {
    throw Object.assign(new Error('not now'), { code: -1 });
  });
  await expect(upstreams.call('up', 'ask', {}, { signal, session: refusing })).rejects.toMatchObject({
    category: 'upstream_failure',
    mode: 'input_refused',
    message: "Server 'up' asked the client, which refused: not now",
  });
  await expect(upstreams.call('up', 'ask', {}, { signal })).rejects.toMatchObject({ category: 'upstream_failure' });
  expect(upstreams.state('up')!.connection.state).toBe('ready');
});

it('hands what it asks to a client of its own revision, and gets the answer with the next request', async () => {
  const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const asked = await upstreams.call('up', 'ask', {}, { signal, meta, allowInputRequired: true });
  expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create' } } });
  const inputResponses = { who: { action: 'accept', content: { from: 'client' } } };
  const answer = await upstreams.call('up', 'ask', {}, { signal, meta, allowInputRequired: true, params: { inputResponses } });
  expect(answer).toMatchObject({ content: [{ text: '{"from":"client"}' }] });
  const calls = fixture.requests.filter(({ method }) => method === 'tools/call');
  expect(calls.map(each => each.meta['io.modelcontextprotocol/clientCapabilities'])).toEqual([{ elicitation: {} }, { elicitation: {} }]);
});

it('gets the arguments that it wants in headers there', async () => {
  await upstreams.call('up', 'where', { region: 'eu' }, { signal });
  const { headers } = fixture.requests.findLast(({ method }) => method === 'tools/call')!;
  expect([headers['mcp-method'], headers['mcp-name'], headers['mcp-param-region']]).toEqual(['tools/call', 'where', 'eu']);
});

it('is without the tools that want arguments in headers that cannot be', async () => {
  const wrong = { type: 'object' as const, properties: { region: { type: 'string', 'x-mcp-header': 'no header' } } };
  fixture.tools = [toolNamed('good'), { ...toolNamed('wrong'), inputSchema: wrong as never }];
  upstreams.restart('up');
  const { tools, omittedTools } = await until(() => upstreams.state('up')!.tools.length === 1 && upstreams.state('up')!);
  expect(tools.map(({ name }) => name)).toEqual(['good']);
  expect(omittedTools).toEqual([{ tool: 'wrong', reason: 'has an x-mcp-header that no header can be named' }]);
});

it('says when its tools change', async () => {
  await until(() => fixture.requests.some(({ method }) => method === 'subscriptions/listen'));
  fixture.tools = [toolNamed('new')];
  await until(() => {
    fixture.handler.notify.toolsChanged();
    return upstreams.state('up')!.tools.some(({ name }) => name === 'new');
  });
});

it('tells a session of the resource that it subscribed to, until it does not want to hear', async () => {
  const [a, b] = [fakeSession('a'), fakeSession('b')];
  await upstreams.subscribe('up', 'test://r', a, { signal });
  fixture.handler.notify.resourceUpdated('test://r');
  await until(() => a.told.length > 0);
  expect([a.told[0], b.told]).toEqual([{ method: 'notifications/resources/updated', params: { uri: 'test://r' } }, []]);
  await upstreams.unsubscribe('up', 'test://r', a, { signal });
});
