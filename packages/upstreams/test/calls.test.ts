import { TransportFailure, UpstreamFailure } from '@mcpgw/failures';
import { until } from '../../../test/helpers/until.js';
import type { ConfiguredServer } from '../src/servers/types.js';
import { Upstreams } from '../src/servers/upstreams.js';
import { type Fixture, fakeSession, startFixture, stopFixtures } from './fixtures.js';

jest.setTimeout(30_000);

const signal = new AbortController().signal;
let upstreams: Upstreams;
let fixture: Fixture;

function configured(url: string, more: Partial<ConfiguredServer> = {}): ConfiguredServer {
  return { name: 'up', connection: { transport: 'streamable-http', url }, enabled: true, quarantined: false, trustMode: 'auto', ...more };
}

beforeEach(async () => {
  upstreams = new Upstreams({ random: () => 0 });
  fixture = await startFixture();
  await upstreams.update([configured(fixture.url)]);
  await upstreams.settled(10_000);
});

afterEach(async () => {
  await upstreams.close();
  await stopFixtures();
});

const call = (tool: string, args: Record<string, unknown> = {}, more: object = {}) => upstreams.call('up', tool, args, { signal, ...more });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => error,
  );

it('is ready with the tools and what the server says of itself', () => {
  const { connection, tools, serverInfo, protocolVersion, instructions } = upstreams.state('up')!;
  expect(connection).toMatchObject({ state: 'ready', status: 'available', error: null, attempts: 1 });
  expect(tools.map(tool => tool.name)).toEqual(['echo', 'slow', 'fail', 'throws', 'progress', 'ask', 'roots', 'log']);
  expect({ serverInfo, protocolVersion, instructions }).toEqual({
    serverInfo: 'fixture 1',
    protocolVersion: '2025-11-25',
    instructions: 'be kind',
  });
});

it('passes results on, failed ones too', async () => {
  expect(await call('echo', { text: 'hi' })).toEqual({ content: [{ type: 'text', text: 'hi' }] });
  expect(await call('fail')).toEqual({ isError: true, content: [{ type: 'text', text: 'it failed' }] });
});

it('a JSON-RPC error is a failure of the upstream, with its code and data', async () => {
  const error = (await failure(call('throws'))) as UpstreamFailure;
  expect(error).toBeInstanceOf(UpstreamFailure);
  expect(error.rpcError).toMatchObject({ code: -32004, data: { why: 'because' } });
});

it('a call that takes too long is a timeout, and the server is told', async () => {
  await upstreams.update([configured(fixture.url, { callTimeoutMs: 1000 })]);
  const error = (await failure(call('slow', { ms: 60_000 }))) as TransportFailure;
  expect(error).toBeInstanceOf(TransportFailure);
  expect([error.mode, error.message]).toEqual(['timeout', "Tool 'slow' timed out after 1s. The external service did not respond in time."]);
  expect(await until(() => fixture.seen.cancelled[0])).toEqual({ ms: 60_000 });
});

it('a client that cancels cancels on the server', async () => {
  const client = new AbortController();
  const answer = failure(call('slow', { ms: 5001 }, { signal: client.signal }));
  await until(() => fixture.seen.calls.length === 1);
  client.abort();
  expect(await answer).toMatchObject({ mode: 'cancelled' });
  expect(await until(() => fixture.seen.cancelled[0])).toEqual({ ms: 5001 });
});

it('progress comes back under the tokens of each call', async () => {
  const heard: string[][] = [[], []];
  const listen = (index: number) => ({
    onProgress: ({ progress, message }: { progress: number; message?: string }) => heard[index]!.push(`${message}${progress}`),
  });
  await Promise.all([call('progress', { text: 'a' }, listen(0)), call('progress', { text: 'b' }, listen(1))]);
  expect(heard).toEqual([
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3'],
  ]);
});

it('_meta goes through, trace context also as headers; what is no trace context does not', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await call('echo', {}, { meta: { traceparent, tracestate: 'a=b', 'x/y': 1, progressToken: 'theirs' } });
  await call('echo', {}, { meta: { traceparent: 'evil\r\nx: y' } });
  const [first, second] = fixture.seen.calls;
  expect(first!.meta).toEqual({ traceparent, tracestate: 'a=b', 'x/y': 1 });
  expect([first!.headers.traceparent, first!.headers.tracestate]).toEqual([traceparent, 'a=b']);
  expect(second!.headers.traceparent).toBeUndefined();
});

it('what a server asks reaches the session that called, on a connection of its own', async () => {
  const asker = (id: string) =>
    fakeSession(id, { elicitation: {}, roots: {} }, method =>
      method === 'roots/list' ? { roots: [{ uri: `file:///${id}` }] } : { action: 'accept', content: { from: id } },
    );
  const [a, b] = [asker('a'), asker('b')];
  const answers = await Promise.all([
    call('ask', { text: '1' }, { session: a }),
    call('ask', { text: '2' }, { session: b }),
    call('roots', {}, { session: b }),
  ]);
  expect(answers.map(({ content }) => (content[0] as { text: string }).text)).toEqual(['{"from":"a"}', '{"from":"b"}', 'file:///b']);
  expect(a.asked).toEqual([{ method: 'elicitation/create', params: expect.objectContaining({ message: '1' }) }]);
  expect(fixture.seen.sessions).toBe(3);
});

it('log messages reach the session whose call they belong to, also before it sets a level', async () => {
  const [a, b] = [fakeSession('a'), fakeSession('b')];
  await upstreams.setLevel(a, 'debug', signal);
  await Promise.all([call('log', { text: 'for a' }, { session: a }), call('log', { text: 'for b' }, { session: b })]);
  await until(() => a.told.length > 0 && b.told.length > 0);
  const told = (data: string) => [{ method: 'notifications/message', params: { level: 'info', data } }];
  expect([a.told, b.told]).toEqual([told('for a'), told('for b')]);
  expect(fixture.seen.levels).toEqual(['debug']);
});

it('prompts, resources, templates, completion; the SDK gives an unknown resource the code of 2026-07-28', async () => {
  expect(await upstreams.list('up', 'prompts/list', signal)).toEqual([{ name: 'greet' }]);
  expect(await upstreams.list('up', 'resources/list', signal)).toEqual([{ name: 'r', uri: 'test://r' }]);
  expect(await upstreams.list('up', 'resources/templates/list', signal)).toEqual([{ name: 't', uriTemplate: 'test://{id}' }]);
  expect(await upstreams.request('up', 'prompts/get', { name: 'greet', arguments: { name: 'you' } }, { signal })).toMatchObject({
    messages: [{ content: { text: 'hello you' } }],
  });
  expect(
    await upstreams.request(
      'up',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'n', value: 'x' } },
      { signal },
    ),
  ).toEqual({ completion: { values: ['x!'] } });
  expect(await failure(upstreams.request('up', 'resources/read', { uri: 'test://none' }, { signal }))).toMatchObject({
    rpcError: { code: -32602, data: { uri: 'test://none' } },
  });
});

it('updates of a resource reach the sessions that subscribed', async () => {
  const [a, b] = [fakeSession('a'), fakeSession('b')];
  await upstreams.subscribe('up', 'test://r', a, { signal });
  await call('echo', {}, { session: b });
  await fixture.resourceUpdated('test://r');
  await until(() => a.told.length > 0);
  expect([a.told, b.told]).toEqual([[{ method: 'notifications/resources/updated', params: { uri: 'test://r' } }], []]);
});
