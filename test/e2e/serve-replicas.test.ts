/** Several gateways on one Redis behind a plain round-robin proxy do what one gateway does; their streams resume at any of them. */
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
