/** What a session means at two gateways on one real Redis, in every state of that Redis. */
import { redisStore } from '@mcpgw/store';
import { describeUnless } from '../../../../test/helpers/needs.js';
import { until } from '../../../../test/helpers/until.js';
import { redisMissing } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { serversOf, startGateway } from './harness.js';
import { back, beginRedis, count, end, endReplicas, headersOf, lost, open, post, redis, slowWay, states, two } from './replicas.js';

jest.setTimeout(120_000);

/** Answers at the first gateway, then at the second, while the state lasts, and after it. */
type Answers = readonly [number, number, number, number];

interface Row {
  readonly unknown: Answers;
  /** Opened at the first, and not used elsewhere before. */
  readonly opened: Answers;
  /** Used at both before. */
  readonly shared: Answers;
  /** Used at both before, and ended at the first before. */
  readonly ended: Answers;
  /** Opened at the first meanwhile. */
  readonly fresh: Answers;
  /** Used at both before and ended at the first meanwhile: what the end is answered. */
  readonly endAnswer: number;
  readonly endedMeanwhile: Answers;
}

const unanswered: Row = {
  unknown: [503, 503, 404, 404],
  opened: [200, 503, 200, 200],
  shared: [200, 200, 200, 200],
  ended: [503, 503, 404, 404],
  fresh: [200, 503, 200, 200],
  endAnswer: 202,
  // The second cannot know it, and goes on until the store is back.
  endedMeanwhile: [404, 200, 404, 404],
};
const answered: Row = {
  unknown: [404, 404, 404, 404],
  opened: [200, 200, 200, 200],
  shared: [200, 200, 200, 200],
  ended: [404, 404, 404, 404],
  fresh: [200, 200, 200, 200],
  endAnswer: 200,
  endedMeanwhile: [404, 404, 404, 404],
};
/** What is written meanwhile is known to the first alone. */
const refusing: Row = { ...answered, fresh: [200, 404, 200, 200] };

const table: readonly [string, Row][] = [
  ['up', answered],
  ['dead', unanswered],
  ['frozen', unanswered],
  ['flushed', answered],
  ['full', refusing],
  ['readOnly', { ...refusing, endAnswer: 202, endedMeanwhile: [404, 200, 404, 404] }],
  ['locked', unanswered],
  ['forbidding', unanswered],
  ['moved', unanswered],
  ['half', unanswered],
];

/** Statuses that are true of a session, whether its store answers or not: a gateway that cannot know says 503. */
const truths: Readonly<Record<string, readonly number[]>> = {
  unknown: [404, 503],
  ended: [404, 503],
  opened: [200, 503],
  shared: [200, 503],
  fresh: [200, 404, 503],
  endedMeanwhile: [200, 404, 503],
};

function expectTruth(seen: Readonly<Record<string, readonly number[]>>): void {
  for (const [kind, statuses] of Object.entries(seen))
    expect([kind, statuses.filter(status => !truths[kind]!.includes(status))]).toEqual([kind, []]);
}

describeUnless(redisMissing, 'two gateways and one Redis', () => {
  beforeEach(beginRedis);
  afterEach(endReplicas);

  it.each(table)('a Redis that is %s', async (name, row) => {
    const state = states[name]!;
    const [first, second] = await two(await state.way?.(redis.url));
    const statuses = async (id: string) => [(await post(first, id)).status, (await post(second, id)).status];
    const ids = { unknown: 'no-such-session', opened: await open(first), shared: await open(first), ended: await open(first) };
    const meanwhile = await open(first);
    for (const id of [ids.shared, ids.ended, meanwhile]) expect(await statuses(id)).toEqual([200, 200]);
    expect(await end(first, ids.ended)).toBe(200);
    await until(async () => (await post(second, ids.ended)).status === 404, 'the end to be known at the second gateway');

    await state.begin();
    if (state.noticed) await until(() => count(first, lost) === 1 && count(second, lost) === 1);
    const all: Record<string, string> = { ...ids, fresh: await open(first), endedMeanwhile: meanwhile };
    const endAnswer = await end(first, meanwhile);
    const during: Record<string, number[]> = {};
    for (const [kind, id] of Object.entries(all)) during[kind] = await statuses(id);

    await state.finish();
    if (state.noticed) await until(() => count(first, back) === 1 && count(second, back) === 1);
    const after: Record<string, number[]> = {};
    for (const [kind, id] of Object.entries(all)) {
      // What could not be written is written again by itself, within some seconds.
      const wanted = row[kind as keyof Omit<Row, 'endAnswer'>].slice(2);
      after[kind] = await until(async () => {
        const found = await statuses(id);
        return JSON.stringify(found) === JSON.stringify(wanted) && found;
      }, `${kind}: ${wanted}`);
    }
    if (state.flickers) expectTruth(during);
    const wantedDuring = (kind: string) => row[kind as keyof Omit<Row, 'endAnswer'>].slice(0, 2);
    const seen = Object.fromEntries(
      Object.keys(all).map(kind => [kind, [...(state.flickers ? wantedDuring(kind) : during[kind]!), ...after[kind]!]]),
    );
    expect({ ...seen, endAnswer: state.flickers ? row.endAnswer : endAnswer }).toEqual(row);
    const noticed = [first, second].map(each => [count(each, lost), count(each, back)]);
    const once = state.noticed ? [1, 1] : [0, 0];
    expect(noticed).toEqual(state.flickers ? expect.any(Array) : [once, once]);
  });

  it.each(['dead', 'frozen'])(
    'a Redis that is %s is reported in the log, in /status and in the metrics, and so is its return',
    async name => {
      const { way, begin, finish } = states[name]!;
      const [first] = await two(await way?.(redis.url));
      const reported = async () => {
        const { store } = JSON.parse((await ask(first.port, '/status')).text) as { store: { answers: boolean; error: string | null } };
        const up = /^mcpgw_store_up (\d)$/m.exec((await ask(first.port, '/metrics')).text)?.[1];
        return [store.answers, store.error === null, up, count(first, lost), count(first, back)];
      };
      expect(await reported()).toEqual([true, true, '1', 0, 0]);
      await begin();
      // Nobody asks for a session: the gateway finds it out itself. `circuit.test.ts` says in which time.
      await until(() => count(first, lost) === 1);
      expect(await reported()).toEqual([false, false, '0', 1, 0]);
      await finish();
      await until(() => count(first, back) === 1);
      expect(await reported()).toEqual([true, true, '1', 1, 1]);
    },
  );

  it('a record that is of another type counts as none elsewhere, and its own replica says why it keeps nothing', async () => {
    const [first, second] = await two();
    const id = await open(first);
    const [name] = (await redis.command('KEYS', 'mcpgw:sessions:*')) as [string];
    await redis.command('DEL', name);
    await redis.command('LPUSH', name, 'x');
    expect([(await post(first, id)).status, (await post(second, id)).status]).toEqual([200, 404]);
    await post(first, id, 'logging/setLevel', { level: 'error' });
    expect(first.log.join('\n')).toContain('WRONGTYPE Operation against a key holding the wrong kind of value');
    expect((await post(second, await open(first))).status).toBe(200);
    expect([await end(first, id), (await post(first, id)).status]).toEqual([202, 404]);
  });

  it('a Redis that is slow is waited for', async () => {
    const [first, second] = await two(await slowWay(redis.url, 200));
    const id = await open(first);
    expect((await post(second, id)).status).toBe(200);
    expect([await end(second, id), (await post(first, id)).status]).toEqual([200, 404]);
    expect([count(first, lost), count(second, lost)]).toEqual([0, 0]);
  });

  it('a Redis that does not answer for a while costs requests of its sessions time, and none of them', async () => {
    const [first, second] = await two(redis.url, '', { patienceMs: 50_000 });
    const [id, ended] = [await open(first), await open(first)];
    expect((await post(second, ended)).status).toBe(200);
    // The first gateway hears that the second one has the session too, and reads it before Redis stands still.
    for (let turn = 0; turn < 3; turn++) expect((await post(first, ended)).status).toBe(200);
    redis.freeze();
    await until(() => count(second, lost) === 1 && count(first, lost) === 1);
    const asked = [post(second, id), post(second, 'no-such-session')];
    // It ends here, and the other gateway, which has it, learns of that when Redis answers.
    expect(await end(first, ended)).toBe(202);
    redis.thaw();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 404]);
    await until(async () => (await post(second, ended)).status === 404);
  });

  it('says how to go on where a session cannot be told: 503, when to try again, and the kind of failure', async () => {
    const [first, second] = await two();
    const id = await open(first);
    redis.freeze();
    const { status, headers, text } = await post(second, id);
    expect([status, headers['retry-after'], JSON.parse(text)]).toEqual([
      503,
      '1',
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32603,
          message: expect.stringMatching(
            /^Whether there is such a session cannot be told now, try again: the state is not answered: 3000 ms passed$/,
          ),
          data: { failure_mode: 'session_store_unavailable', failure_category: 'transport_failure' },
        },
      },
    ]);
    expect((await ask(second.port, '/mcp', { headers: { ...headersOf(id), accept: 'text/event-stream' } })).status).toBe(503);
    expect(await end(second, id)).toBe(503);
  });

  it.each(['frozen', 'dead'])(
    'the first who meets a Redis that is %s is answered while it is, whatever time others give it',
    async name => {
      const { url } = await startFixture();
      const only = await startGateway(serversOf({ s: url }), { store: await redisStore(redis.url, { timeoutSeconds: 3_600 }) });
      await open(only);
      await states[name]!.begin();
      const id = await open(only);
      await post(only, id, 'logging/setLevel', { level: 'error' });
      expect((await post(only, id)).status).toBe(200);
      await states[name]!.finish();
      await until(() => count(only, back) === 1);
    },
  );

  it('nothing brings a session back that was ended at the other: not a level, not a subscription, not an open stream, not a flush', async () => {
    const [first, second] = await two();
    for (const keep of ['logging/setLevel', 'resources/subscribe', 'ping']) {
      const id = await open(first);
      expect((await post(second, id)).status).toBe(200);
      const stream = await fetch(`http://127.0.0.1:${second.port}/mcp`, { headers: { ...headersOf(id), accept: 'text/event-stream' } });
      const params = keep === 'ping' ? {} : { level: 'error', uri: 'test://r' };
      const [ended, kept] = await Promise.all([end(first, id), post(second, id, keep, params)]);
      expect([ended, [200, 404].includes(kept.status)]).toEqual([200, true]);
      expect((await post(second, id, keep, params)).status).toBe(404);
      expect(await stream.text()).not.toContain('error');
      expect([(await post(first, id)).status, (await post(second, id)).status]).toEqual([404, 404]);
    }
  });

  it('keys of sessions end by themselves, also those of older versions; use puts the end off', async () => {
    const id = await open((await two(redis.url, 'timeouts: {session_idle: 30m}\n'))[0]);
    const names = async () => ((await redis.command('KEYS', 'mcpgw:sessions:*')) as string[]).sort();
    const left = async (name: string) => Number(await redis.command('PTTL', name));
    const [name] = (await names()) as [string];
    expect((await left(name)) > 1_700_000).toBe(true);
    await redis.command('PEXPIRE', name, '60000');
    // What an older version keeps has no end; the next gateway that starts gives it one.
    const text = String(await redis.command('GET', name));
    const old = 'mcpgw:sessions:000';
    await redis.command('SET', old, text.replace(/"lastSeen":\d+/, '"lastSeen":5'));
    expect(await left(old)).toBe(-1);
    const [third] = await two(redis.url, 'timeouts: {session_idle: 30m}\n');
    await until(async () => (await left(old)) > 1_700_000);
    expect((await left(name)) <= 60_000).toBe(true);
    expect((await post(third, id)).status).toBe(200);
    expect((await left(name)) > 1_700_000).toBe(true);
  });

  it.each([7_200_000, -7_200_000])('a step of the wall clock by %d ms ends no session, and keeps none that is silent', async step => {
    const real = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now');
    try {
      const [first, second] = await two();
      const id = await open(first);
      clock.mockImplementation(() => real() + step);
      expect([(await post(first, id)).status, (await post(second, id)).status]).toEqual([200, 200]);
      const [brief] = await two(redis.url, 'timeouts: {session_idle: 400ms}\n');
      const silent = await open(brief);
      clock.mockImplementation(() => real());
      await until(() => (brief.gateway.status() as { sessions: number }).sessions === 0);
      await until(async () => ((await redis.command('KEYS', 'mcpgw:sessions:*')) as string[]).length === 1);
      expect((await post(brief, silent)).status).toBe(404);
      expect((await post(first, id)).status).toBe(200);
    } finally {
      clock.mockRestore();
    }
  });
});
