/** Clients without sessions (2026-07-28) that a server asks, behind two replicas: the answer may arrive at either. */
import { redisStore } from '@mcpgw/store';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { describeUnless } from '../../../../test/helpers/needs.js';
import { until } from '../../../../test/helpers/until.js';
import { closeServers, httpServer, readBody, toolNamed } from '../../../loader/test/servers.js';
import { type RedisServer, redisMissing, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { type Fixture, startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { endAll, type Running, serversOf, startGateway } from './harness.js';

afterEach(async () => {
  await endAll();
  await closeServers();
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 's__ask',
};

interface Answered {
  readonly result?: {
    readonly resultType: string;
    readonly requestState?: string;
    readonly inputRequests?: object;
    readonly content?: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

async function call({ port }: Pick<Running, 'port'>, carried: object = {}): Promise<Answered> {
  const params = { name: 's__ask', arguments: { text: 'who?' }, _meta: meta, ...carried };
  const { text } = await ask(port, '/mcp', {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return JSON.parse(text.replace(/^event: message\ndata: /, '')) as Answered;
}

const answersOf = ({ result }: Answered) => ({
  ...(result!.requestState !== undefined && { requestState: result!.requestState }),
  inputResponses: Object.fromEntries(Object.keys(result!.inputRequests!).map(key => [key, { action: 'accept', content: { from: 'me' } }])),
});

/** Two replicas that share a store, and no Redis. */
async function replicas(url: string): Promise<readonly [Running, Running]> {
  const first = await startGateway(serversOf({ s: url }));
  return [first, await startGateway(serversOf({ s: url }), { store: first.store })];
}

it('of a server with sessions, without Redis: the other replica refuses the answer by name and runs nothing; the one that asked goes on', async () => {
  const fixture = await startFixture();
  const [first, second] = await replicas(fixture.url);
  const asked = await call(first);
  expect(asked.result).toMatchObject({ resultType: 'input_required', inputRequests: { 'ask-1': { method: 'elicitation/create' } } });
  const refused = await call(second, answersOf(asked));
  expect(refused.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('requestState is of a call at another replica'),
    data: { failure_category: 'contract_violation', failure_mode: 'input_refused' },
  });
  expect(fixture.seen.calls).toHaveLength(1);
  expect((await call(first, answersOf(asked))).result).toMatchObject({ content: [{ type: 'text', text: '{"from":"me"}' }] });
  expect(fixture.seen.calls).toHaveLength(1);
});

it('of a server of 2026-07-28: either replica takes the answer', async () => {
  const question = {
    method: 'elicitation/create',
    params: { mode: 'form', message: 'who?', requestedSchema: { type: 'object', properties: {} } },
  };
  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: 'modern', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({ tools: [toolNamed('ask')] }));
      server.setRequestHandler('tools/call', (_request, { mcpReq }) => {
        const answer = mcpReq.inputResponses?.who as { content?: unknown } | undefined;
        if (answer === undefined) return { resultType: 'input_required', inputRequests: { who: question } } as never;
        return { content: [{ type: 'text', text: JSON.stringify(answer.content) }] };
      });
      return server;
    },
    { legacy: 'reject' },
  );
  const { url } = await httpServer(async (request, response) => {
    const sent = new Request(`http://127.0.0.1${request.url}`, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: await readBody(request),
    });
    const answer = await handler.fetch(sent);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  const [first, second] = await replicas(url);
  const asked = await call(first);
  expect(asked.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create' } } });
  expect((await call(second, answersOf(asked))).result).toMatchObject({ content: [{ type: 'text', text: '{"from":"me"}' }] });
});

describeUnless(redisMissing, 'with Redis', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(stopRedis);

  const replica = async (url: string, more = '') =>
    startGateway(`${serversOf({ s: url })}${more}`, { store: await redisStore(redis.url), storeTimes: { answerMs: 3_000 } });

  /** A call of any tool, with each message that came before the answer. */
  async function messages({ port }: Pick<Running, 'port'>, name: string, more: object, key?: string, signal?: AbortSignal) {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'mcp-name': name, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, ...more } }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    return text.startsWith('{') ? [JSON.parse(text)] : [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!));
  }

  it('any replica takes the answer, and every later one; the call runs once, where it waits', async () => {
    const fixture = await startFixture();
    const all = [await replica(fixture.url), await replica(fixture.url), await replica(fixture.url)];
    const asked = await call(all[0]!);
    expect((await call(all[1]!, answersOf(asked))).result).toMatchObject({ content: [{ type: 'text', text: '{"from":"me"}' }] });
    expect(fixture.seen.calls).toHaveLength(1);
    for (const other of all)
      expect((await call(other, answersOf(asked))).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('requestState is of no call that waits here'),
        data: { failure_mode: 'input_refused' },
      });
    expect(fixture.seen.calls).toHaveLength(1);
  });

  it('nobody but the caller that was asked can answer, at either replica', async () => {
    const fixture = await startFixture();
    const keys = 'auth: {api_keys: [{name: ada, key: key-of-ada-0123456789}, {name: bob, key: key-of-bob-0123456789}]}\n';
    const [first, second] = [await replica(fixture.url, keys), await replica(fixture.url, keys)];
    const begin = { arguments: { text: 'who?' }, _meta: meta };
    const [asked] = (await messages(first, 's__ask', begin, 'key-of-ada-0123456789')) as [Answered];
    for (const at of [first, second]) {
      const [refused] = (await messages(at, 's__ask', { ...begin, ...answersOf(asked) }, 'key-of-bob-0123456789')) as [Answered];
      expect(refused.error).toMatchObject({ data: { failure_mode: 'input_refused' } });
    }
    const [done] = (await messages(second, 's__ask', { ...begin, ...answersOf(asked) }, 'key-of-ada-0123456789')) as [Answered];
    expect(done.result).toMatchObject({ content: [{ type: 'text', text: '{"from":"me"}' }] });
  });

  it('an answer for a replica that has stopped is refused by name', async () => {
    const fixture = await startFixture();
    const [first, second] = [await replica(fixture.url), await replica(fixture.url)];
    const asked = await call(first);
    await first.gateway.close();
    expect((await call(second, answersOf(asked))).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('requestState is of a call at another replica, which has stopped or cannot be reached from here'),
      data: { failure_mode: 'input_refused' },
    });
    expect(fixture.seen.calls).toHaveLength(1);
  });

  async function gatedFixture(): Promise<Fixture> {
    const fixture = await startFixture();
    fixture.tools.push({ name: 'gated', inputSchema: { type: 'object' } });
    return fixture;
  }

  /** A call of the gated tool at one replica that has asked its client, and the answer to it. */
  async function waiting(fixture: Fixture, at: Running) {
    const begin = { arguments: { text: 'g' }, _meta: { ...meta, progressToken: 'p' } };
    const asking = messages(at, 's__gated', begin);
    await until(() => fixture.gates.has('g'));
    const gate = fixture.gates.get('g')!;
    const answered = gate.ask('who?');
    const [asked] = (await asking) as [Answered];
    return { gate, answered, continued: { ...begin, ...answersOf(asked) } };
  }

  it('progress of the call reaches the client at the replica that took the answer', async () => {
    const fixture = await gatedFixture();
    const [first, second] = [await replica(fixture.url), await replica(fixture.url)];
    const { gate, answered, continued } = await waiting(fixture, first);
    const done = messages(second, 's__gated', continued);
    expect(await answered).toMatchObject({ action: 'accept', content: { from: 'me' } });
    await gate.progress(1);
    await gate.progress(2);
    gate.finish();
    expect(await done).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 2 } },
      { id: 7, result: { content: [{ type: 'text' }] } },
    ]);
  });

  it('a client that goes away from the replica that took the answer cancels the call', async () => {
    const fixture = await gatedFixture();
    const [first, second] = [await replica(fixture.url), await replica(fixture.url)];
    const { answered, continued } = await waiting(fixture, first);
    const end = new AbortController();
    const done = messages(second, 's__gated', continued, undefined, end.signal);
    await answered;
    end.abort();
    await expect(done).rejects.toThrow();
    await until(() => fixture.seen.cancelled.length === 1);
  });

  it('a call that a second question suspends again goes on at a third replica', async () => {
    const fixture = await gatedFixture();
    const all = [await replica(fixture.url), await replica(fixture.url), await replica(fixture.url)];
    const { gate, answered, continued } = await waiting(fixture, all[0]!);
    const again = messages(all[1]!, 's__gated', continued);
    await answered;
    const second = gate.ask('and now?');
    const [asked] = (await again) as [Answered];
    const done = messages(all[2]!, 's__gated', { ...continued, ...answersOf(asked) });
    await second;
    gate.finish();
    expect((await done).at(-1)).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } });
  });

  it('a replica that stops while it runs the call ends it with a named failure at the other', async () => {
    const fixture = await gatedFixture();
    const [first, second] = [await replica(fixture.url), await replica(fixture.url)];
    const { answered, continued } = await waiting(fixture, first);
    const done = messages(second, 's__gated', continued);
    await answered;
    // As where its process is killed: the others hear nothing of it any more.
    await first.store.close();
    expect(await done).toMatchObject([{ id: 7, error: { data: { failure_category: 'transport_failure', failure_mode: 'replica_lost' } } }]);
  });
});
