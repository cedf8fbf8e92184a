/** What a session means at two gateways on one real Redis, in every state of that Redis: a table, then a generated sequence. */
import { connect as connectTcp, createServer, type Server } from 'node:net';
import { describeUnless } from '../../../../test/helpers/needs.js';
import { redisStore } from '../../src/store/redis.js';
import { ask } from '../ask.js';
import { type RedisServer, redisMissing, startRedis, stopRedis } from '../redis-server.js';
import { startFixture } from '../upstreams/fixtures.js';
import { endAll, type Running, serversOf, startGateway } from './harness.js';

jest.setTimeout(120_000);

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const rpc = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const hello = rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } });

type Replica = Pick<Running, 'port' | 'log' | 'gateway'>;

const headersOf = (id: string) => ({ ...json, 'mcp-session-id': id });

const post = ({ port }: Replica, id: string, method = 'ping', params: object = {}) =>
  ask(port, '/mcp', { method: 'POST', headers: headersOf(id), body: rpc(method, params) });

async function open({ port }: Replica): Promise<string> {
  const { status, headers } = await ask(port, '/mcp', { method: 'POST', headers: json, body: hello });
  expect(status).toBe(200);
  return String(headers['mcp-session-id']);
}

const end = async ({ port }: Replica, id: string) => (await ask(port, '/mcp', { method: 'DELETE', headers: headersOf(id) })).status;

async function until(isTrue: () => unknown): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 20));
}

const proxies: Server[] = [];

/** A way to Redis on which every byte takes `milliseconds` longer. */
async function slowWay(url: string, milliseconds: number): Promise<string> {
  const target = Number(new URL(url).port);
  const proxy = createServer(from => {
    const to = connectTcp(target, '127.0.0.1');
    for (const [source, sink] of [
      [from, to],
      [to, from],
    ] as const) {
      source.on('data', chunk => setTimeout(() => sink.writable && sink.write(chunk), milliseconds / 2));
      source.on('error', () => sink.destroy());
      source.on('close', () => sink.destroy());
    }
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  proxies.push(proxy);
  return `redis://127.0.0.1:${(proxy.address() as { port: number }).port}`;
}

let redis: RedisServer;

async function replica(upstream: string, url = redis.url, more = ''): Promise<Replica> {
  return startGateway(`${serversOf({ s: upstream })}${more}`, { store: await redisStore(url) });
}

async function two(url = redis.url, more = ''): Promise<[Replica, Replica]> {
  const { url: upstream } = await startFixture();
  return [await replica(upstream, url, more), await replica(upstream, url, more)];
}

const lost = 'the store does not answer';
const back = 'the store answers again';
const count = ({ log }: Replica, event: string) => log.filter(line => line.startsWith(event)).length;

interface State {
  readonly name: string;
  begin(): Promise<unknown>;
  finish(): Promise<unknown>;
  /** Whether both gateways notice it and its end. */
  readonly noticed?: true;
}

const nothing = async () => {};

const states: Readonly<Record<string, State>> = {
  up: { name: 'up', begin: nothing, finish: nothing },
  dead: { name: 'dead', begin: () => redis.kill(), finish: () => redis.restart(), noticed: true },
  frozen: { name: 'frozen', begin: async () => redis.freeze(), finish: async () => redis.thaw(), noticed: true },
  flushed: { name: 'flushed', begin: () => redis.command('FLUSHALL'), finish: nothing },
  full: {
    name: 'full',
    begin: () => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    finish: () => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  },
  readOnly: {
    name: 'read-only',
    begin: () => redis.command('REPLICAOF', '127.0.0.1', '1'),
    finish: () => redis.command('REPLICAOF', 'NO', 'ONE'),
  },
};

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
];

describeUnless(redisMissing, 'two gateways and one Redis', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    redis.thaw();
    await endAll();
    for (const proxy of proxies.splice(0)) proxy.close();
    await stopRedis();
  });

  it.each(table)('a Redis that is %s', async (name, row) => {
    const state = states[name]!;
    const [first, second] = await two();
    const statuses = async (id: string) => [(await post(first, id)).status, (await post(second, id)).status];
    const ids = { unknown: 'no-such-session', opened: await open(first), shared: await open(first), ended: await open(first) };
    const meanwhile = await open(first);
    for (const id of [ids.shared, ids.ended, meanwhile]) expect(await statuses(id)).toEqual([200, 200]);
    expect(await end(first, ids.ended)).toBe(200);

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
      await until(async () => JSON.stringify(await statuses(id)) === JSON.stringify(wanted));
      after[kind] = await statuses(id);
    }
    const seen = Object.fromEntries(Object.keys(all).map(kind => [kind, [...during[kind]!, ...after[kind]!]]));
    expect({ ...seen, endAnswer }).toEqual(row);
    for (const each of [first, second]) expect([count(each, lost), count(each, back)]).toEqual(state.noticed ? [1, 1] : [0, 0]);
  });
});
