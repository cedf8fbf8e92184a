/** Several gateways on one Redis behind a plain round-robin proxy do what one gateway does; their streams resume at any of them. */
import { ask } from '../../packages/gateway/test/ask.js';
import { closeServers } from '../../packages/loader/test/servers.js';
import { type RedisServer, redisMissing, startRedis, stopRedis } from '../../packages/store/test/redis-server.js';
import { type Fixture, type GatedCall, startFixture as startGated, stopFixtures } from '../../packages/upstreams/test/fixtures.js';
import { describeUnless } from '../helpers/needs.js';
import { until } from '../helpers/until.js';
import { usesEverything } from './client-cases.js';
import { startFixture } from './mcp-fixture/server.js';
import { isAnswer, progressOf, ResumingClient } from './resuming-client.js';
import { endAll, gatewayFile, type Served, serve } from './serve-helpers.js';
import { startTopology, type Topology } from './topology.js';

jest.setTimeout(300_000);

describeUnless(redisMissing, 'behind a round-robin proxy', () => {
  describe.each([2, 5])('%i replicas', count => {
    let topology: Topology;
    let fixture: Awaited<ReturnType<typeof startFixture>>;

    beforeAll(async () => {
      fixture = await startFixture('sessions');
      topology = await startTopology(count, {
        servers: { fixture: { url: fixture.url, trust_mode: 'auto' } },
        tool_names: { prefix: false },
      });
    });
    afterAll(async () => {
      await topology.close();
      await endAll();
      await Promise.all([fixture.close(), stopRedis()]);
    });

    it('a client of the SDK calls, is asked, hears of progress and of the log, and reads', async () => {
      await usesEverything(topology.url);
      expect(topology.shares.size).toBe(count);
    });
  });
});

/** How streams resume where there is one gateway with a store on files, and where there are two on one Redis. */
describe.each([
  ['one gateway', undefined, 1],
  ['two gateways on one Redis', redisMissing, 2],
] as const)('%s', (_name, missing, count) => {
  describeUnless(missing, 'streams', () => {
    let fixture: Fixture;
    let redis: RedisServer | undefined;
    let file: string;
    let replicas: Served[];

    const start = async (more: object = {}) => {
      fixture = await startGated();
      fixture.tools = [{ name: 'gated', inputSchema: { type: 'object' } }];
      redis = count > 1 ? await startRedis() : undefined;
      file = gatewayFile({
        servers: { s: { url: fixture.url, trust_mode: 'auto' } },
        tool_names: { prefix: false },
        ...(redis && { store: { type: 'redis', url: redis.url } }),
        ...more,
      });
      replicas = [await serve(file)];
      while (replicas.length < count) replicas.push(await serve(file));
    };
    const a = () => replicas[0]!.port;
    const b = () => replicas.at(-1)!.port;
    const gate = (text: string): Promise<GatedCall> => until(() => fixture.gates.get(text), `a call of ${text}`);

    afterEach(async () => {
      await endAll();
      await Promise.all([stopFixtures(), closeServers(), stopRedis()]);
    });

    it('resume after a break: nothing is lost, and nothing comes twice', async () => {
      await start();
      const client = await ResumingClient.open(a());
      const call = client.call(a(), 'gated', { text: 'x' });
      const running = await gate('x');
      await running.progress(1);
      await call.message(({ method }) => method === 'notifications/progress');
      call.break();
      await running.progress(2);
      const resumed = client.get(b(), call.lastId);
      await resumed.answered();
      await running.progress(3);
      await until(() => progressOf(resumed.messages).length === 2);
      resumed.break();
      await running.progress(4);
      running.finish();
      const again = client.get(b(), resumed.lastId);
      await again.ended();
      expect([progressOf(call.messages), progressOf(resumed.messages), progressOf(again.messages)]).toEqual([[1], [2, 3], [4]]);
      expect(again.messages.at(-1)).toEqual({ jsonrpc: '2.0', id: call.id, result: { content: [{ type: 'text', text: 'done x' }] } });
      const late = client.get(a(), again.lastId);
      await late.ended();
      expect(late.messages).toEqual([]);
    });

    it('tell of a gap, and give the answer', async () => {
      await start({ limits: { stream_events: 3 } });
      const client = await ResumingClient.open(a());
      const call = client.call(a(), 'gated', { text: 'x' });
      const running = await gate('x');
      await running.progress(1);
      await call.message(({ method }) => method === 'notifications/progress');
      call.break();
      for (const step of [2, 3, 4, 5, 6]) await running.progress(step);
      running.finish();
      await until(async () => (await client.post(a(), { id: 99, method: 'ping' }).answered()) === 200);
      await new Promise(resolve => setTimeout(resolve, 500));
      const resumed = client.get(b(), call.lastId);
      await resumed.ended();
      expect(resumed.messages[0]).toMatchObject({ method: 'notifications/message', params: { level: 'warning', logger: 'mcpgw' } });
      expect(progressOf(resumed.messages)).toEqual([5, 6]);
      expect(resumed.messages.at(-1)).toMatchObject({ id: call.id, result: { content: [{ text: 'done x' }] } });
    });

    it('end with a named failure where the answer is not kept', async () => {
      await start({ timeouts: { resume: '1s' } });
      const client = await ResumingClient.open(a());
      const call = client.call(a(), 'gated', { text: 'x' });
      await (await gate('x')).progress(1);
      await call.message(({ method }) => method === 'notifications/progress');
      call.break();
      await until(() => fixture.seen.cancelled.length === 1);
      await new Promise(resolve => setTimeout(resolve, 1500));
      const resumed = client.get(b(), call.lastId);
      await resumed.ended();
      expect(resumed.messages.at(-1)).toMatchObject({
        id: call.id,
        error: { code: -32603, data: { failure_category: 'transport_failure', failure_mode: 'response_lost' } },
      });
    });

    it('cannot be resumed by another session, nor with an id that is none', async () => {
      await start();
      const client = await ResumingClient.open(a());
      const call = client.call(a(), 'gated', { text: 'secret' });
      await (await gate('secret')).progress(1);
      await call.message(({ method }) => method === 'notifications/progress');
      call.break();
      const other = await ResumingClient.open(b());
      for (const from of [call.lastId!, 'x', '0', `${call.lastId}x`.repeat(50)]) {
        const refused = other.get(b(), from);
        await refused.ended();
        expect([refused.status, refused.messages]).toEqual([
          400,
          [expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) })],
        ]);
      }
    });

    it('reach a client whose request takes JSON alone: a question comes on its GET stream, and the answer goes to any gateway', async () => {
      await start();
      const client = await ResumingClient.open(a(), { elicitation: {} });
      const listening = client.get(b());
      await listening.answered();
      const call = client.call(a(), 'gated', { text: 'x' }, { accept: 'application/json' });
      const running = await gate('x');
      const asked = running.ask('who?');
      const question = await listening.message(({ method }) => method === 'elicitation/create');
      const answer = client.post(b(), { id: question.id, result: { action: 'accept', content: { name: 'ada' } } });
      expect(await answer.answered()).toBe(202);
      expect(await asked).toMatchObject({ action: 'accept', content: { name: 'ada' } });
      running.finish();
      await call.ended();
      expect(call.messages).toEqual([expect.objectContaining({ id: call.id, result: { content: [{ type: 'text', text: 'done x' }] } })]);
    });

    it('a question that came while the client was disconnected is answered after it resumes', async () => {
      await start();
      const client = await ResumingClient.open(a(), { elicitation: {} });
      const call = client.call(a(), 'gated', { text: 'x' });
      const running = await gate('x');
      await running.progress(1);
      await call.message(({ method }) => method === 'notifications/progress');
      call.break();
      const asked = running.ask('who?');
      const resumed = client.get(b(), call.lastId);
      const question = await resumed.message(({ method }) => method === 'elicitation/create');
      await client.post(b(), { id: question.id, result: { action: 'decline' } }).answered();
      expect(await asked).toMatchObject({ action: 'decline' });
    });

    it('an answer of another session to a question is dropped', async () => {
      await start();
      const client = await ResumingClient.open(a(), { elicitation: {} });
      const other = await ResumingClient.open(b(), { elicitation: {} });
      const call = client.call(a(), 'gated', { text: 'x' });
      const running = await gate('x');
      const asked = running.ask('who?');
      const question = await call.message(({ method }) => method === 'elicitation/create');
      await other.post(b(), { id: question.id, result: { action: 'accept', content: { name: 'mallory' } } }).answered();
      await client.post(b(), { id: question.id, result: { action: 'decline' } }).answered();
      expect(await asked).toMatchObject({ action: 'decline' });
    });

    it('a request is cancelled at any gateway', async () => {
      await start();
      const client = await ResumingClient.open(a());
      const call = client.call(a(), 'gated', { text: 'x' });
      await gate('x');
      await client.post(b(), { method: 'notifications/cancelled', params: { requestId: call.id } }).answered();
      await until(() => fixture.seen.cancelled.length === 1);
      await call.ended();
      expect(call.messages.filter(isAnswer)).toEqual([]);
    });

    it('updates of a resource come once, on whichever stream the client reads', async () => {
      await start();
      const client = await ResumingClient.open(a());
      await client.post(a(), { id: 1, method: 'resources/subscribe', params: { uri: 'test://r' } }).ended();
      const listening = client.get(b());
      await listening.answered();
      await until(() => fixture.open() === replicas.length * 2);
      for (const _ of [1, 2]) await fixture.resourceUpdated('test://r');
      const updates = () => listening.messages.filter(({ method }) => method === 'notifications/resources/updated').length;
      await until(() => updates() >= 2);
      await client.post(b(), { id: 2, method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } }).ended();
      expect(updates()).toBe(2);
    });
  });
});

describeUnless(redisMissing, 'two gateways on one Redis', () => {
  let fixture: Fixture;
  let redis: RedisServer;
  let replicas: Served[];

  beforeEach(async () => {
    fixture = await startGated();
    fixture.tools = [{ name: 'gated', inputSchema: { type: 'object' } }];
    redis = await startRedis();
    const file = gatewayFile({
      servers: { s: { url: fixture.url, trust_mode: 'auto' } },
      tool_names: { prefix: false },
      store: { type: 'redis', url: redis.url },
    });
    replicas = [await serve(file), await serve(file)];
  });
  afterEach(async () => {
    redis.thaw();
    await endAll();
    await Promise.all([stopFixtures(), stopRedis()]);
  });
  const ports = () => replicas.map(({ port }) => port) as [number, number];
  const running = async (client: ResumingClient, port: number, text: string) => {
    const call = client.call(port, 'gated', { text });
    const gate = await until(() => fixture.gates.get(text), `a call of ${text}`);
    await gate.progress(1);
    await call.message(({ method }) => method === 'notifications/progress');
    return { call, gate };
  };

  it('a killed one: its calls end with a named failure at the client that resumes, and its sessions go on', async () => {
    const [a, b] = ports();
    const client = await ResumingClient.open(a, { elicitation: {} });
    const listening = client.get(a);
    await listening.answered();
    await until(() => listening.lastId);
    const { call } = await running(client, a, 'x');
    await replicas[0]!.stop('SIGKILL');
    await Promise.all([call.ended(), listening.ended()]);
    const resumed = client.get(b, call.lastId);
    await resumed.ended();
    expect(resumed.messages.filter(isAnswer)).toEqual([
      {
        jsonrpc: '2.0',
        id: call.id,
        error: {
          code: -32603,
          message: 'The replica of the gateway that ran this request has stopped; whether the request ran is not known',
          data: { failure_mode: 'replica_lost', failure_category: 'transport_failure' },
        },
      },
    ]);
    const again = client.get(b, listening.lastId);
    await again.answered();
    const { call: next, gate } = await running(client, b, 'y');
    const asked = gate.ask('who?');
    const question = await next.message(({ method }) => method === 'elicitation/create');
    await client.post(b, { id: question.id, result: { action: 'decline' } }).answered();
    expect(await asked).toMatchObject({ action: 'decline' });
    gate.finish();
    await next.ended();
    expect(next.messages.at(-1)).toMatchObject({ id: next.id, result: { content: [{ text: 'done y' }] } });
  });

  it('one that stops hands its streams over, and answers the calls that it has', async () => {
    const [a, b] = ports();
    const client = await ResumingClient.open(a);
    const listening = client.get(a);
    await until(() => listening.lastId);
    const { call, gate } = await running(client, a, 'x');
    const stopped = replicas[0]!.stop('SIGTERM');
    await listening.ended();
    const again = client.get(b, listening.lastId);
    await again.answered();
    call.break();
    const resumed = client.get(b, call.lastId);
    await resumed.answered();
    await gate.progress(2);
    gate.finish();
    await resumed.ended();
    expect(progressOf(resumed.messages)).toEqual([2]);
    expect(resumed.messages.at(-1)).toMatchObject({ id: call.id, result: { content: [{ text: 'done x' }] } });
    expect(await stopped).toBe(0);
  });

  it('one that was held for longer than its lease does not answer a call that the other one ended', async () => {
    const [a, b] = ports();
    const client = await ResumingClient.open(a);
    const { call, gate } = await running(client, a, 'x');
    process.kill(replicas[0]!.pid, 'SIGSTOP');
    const resumed = client.get(b, call.lastId);
    await resumed.ended();
    expect(resumed.messages.at(-1)).toMatchObject({ id: call.id, error: { data: { failure_mode: 'replica_lost' } } });
    process.kill(replicas[0]!.pid, 'SIGCONT');
    gate.finish();
    const late = client.get(a, resumed.lastId);
    await late.ended();
    expect(late.messages.filter(isAnswer)).toEqual([]);
  });

  it('while Redis is dead, calls and their messages go on, and it is told within the log, /status and the metrics', async () => {
    const [a] = ports();
    const client = await ResumingClient.open(a);
    await redis.kill();
    const since = performance.now();
    await until(() => replicas[0]!.log().includes('the store does not answer'));
    const told = performance.now() - since;
    const { store } = JSON.parse((await ask(a, '/status')).text) as { store: unknown };
    expect(store).toEqual({ answers: false, error: expect.stringContaining('the state') });
    expect((await ask(a, '/metrics')).text).toMatch(/^mcpgw_store_up 0$/m);
    const { call, gate } = await running(client, a, 'x');
    gate.finish();
    await call.ended();
    expect(call.messages.at(-1)).toMatchObject({ id: call.id, result: { content: [{ text: 'done x' }] } });
    await redis.restart();
    await until(async () => (await ask(a, '/metrics')).text.includes('mcpgw_store_up 1'));
    // The probe runs twice a second and waits 0.8 s: on an idle machine that is 1.3 s at most.
    expect(told).toBeLessThan(20_000);
  });
});
