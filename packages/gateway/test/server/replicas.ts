/** Two gateways on one real Redis, the states that the Redis can be in, and requests of sessions. */
import { connect as connectTcp, createServer, type Server } from 'node:net';
import { redisStore } from '@mcpgw/store';
import { type RedisServer, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { ask } from '../ask.js';
import { startFixture } from '../upstreams/fixtures.js';
import { endAll, type Running, serversOf, startGateway } from './harness.js';

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const rpc = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const hello = rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } });

export type Replica = Pick<Running, 'port' | 'log' | 'gateway'>;

export const headersOf = (id: string) => ({ ...json, 'mcp-session-id': id });

export const post = ({ port }: Replica, id: string, method = 'ping', params: object = {}) =>
  ask(port, '/mcp', { method: 'POST', headers: headersOf(id), body: rpc(method, params) });

export async function open({ port }: Replica): Promise<string> {
  const { status, headers } = await ask(port, '/mcp', { method: 'POST', headers: json, body: hello });
  expect(status).toBe(200);
  return String(headers['mcp-session-id']);
}

export const end = async ({ port }: Replica, id: string) => (await ask(port, '/mcp', { method: 'DELETE', headers: headersOf(id) })).status;

const proxies: Server[] = [];

/** A way to Redis on which every byte takes `milliseconds` longer. */
export async function slowWay(url: string, milliseconds: number): Promise<string> {
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

export let redis: RedisServer;

/** Longer than by default: a machine that runs other tests too may keep Redis from running. */
const storeAnswerMs = 3_000;

async function replica(upstream: string, url = redis.url, more = ''): Promise<Replica> {
  return startGateway(`${serversOf({ s: upstream })}${more}`, { store: await redisStore(url), storeAnswerMs });
}

export async function two(url = redis.url, more = ''): Promise<[Replica, Replica]> {
  const { url: upstream } = await startFixture();
  return [await replica(upstream, url, more), await replica(upstream, url, more)];
}

export const lost = 'the store does not answer';
export const back = 'the store answers again';
export const count = ({ log }: Replica, event: string) => log.filter(line => line.startsWith(event)).length;

interface State {
  readonly name: string;
  begin(): Promise<unknown>;
  finish(): Promise<unknown>;
  /** Whether both gateways notice it and its end. */
  readonly noticed?: true;
}

const nothing = async () => {};

export const states: Readonly<Record<string, State>> = {
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

/** Starts the Redis of a test. */
export async function beginRedis(): Promise<void> {
  redis = await startRedis();
}

/** Ends all that a test started. */
export async function endReplicas(): Promise<void> {
  redis.thaw();
  await endAll();
  for (const proxy of proxies.splice(0)) proxy.close();
  await stopRedis();
}
