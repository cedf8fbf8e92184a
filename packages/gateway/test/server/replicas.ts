/** Two gateways on one real Redis, the states that the Redis can be in, and requests of sessions. */
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { redisStore } from '@mcpgw/store';
import { createClient } from '@redis/client';
import { type RedisServer, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
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

async function way(url: string, join: (from: Socket, to: Socket) => void): Promise<string> {
  const target = Number(new URL(url).port);
  const proxy = createServer(from => {
    const to = connectTcp(target, '127.0.0.1');
    join(from, to);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  proxies.push(proxy);
  return `redis://127.0.0.1:${(proxy.address() as { port: number }).port}`;
}

/** A way to Redis on which every byte takes `milliseconds` longer. */
export async function slowWay(url: string, milliseconds: number): Promise<string> {
  const later = (source: Socket, sink: Socket) =>
    source.on('data', chunk => setTimeout(() => sink.writable && sink.write(chunk), milliseconds / 2));
  return way(url, (from, to) => {
    later(from, to);
    later(to, from);
  });
}

export let redis: RedisServer;

/** What a way to Redis does with commands about sessions: it passes them, or lets Redis refuse them, or cuts the connection in the reply. */
let fault: string | undefined;

/** Bytes of one command as Redis takes it. */
const commandOf = (words: readonly string[]) =>
  `*${words.length}\r\n${words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

/** The commands in `text`, each whole, and what is left of it. */
function commandsIn(text: string): [commands: string[], left: string] {
  const commands: string[] = [];
  for (let left = text; ; ) {
    const count = Number(/^\*(\d+)\r\n/.exec(left)?.[1]);
    let at = left.indexOf('\n') + 1;
    for (let word = 0; word < count; word++) {
      const length = /^\$(\d+)\r\n/.exec(left.slice(at));
      at = length ? at + length[0].length + Number(length[1]) + 2 : Number.NaN;
    }
    if (!(at > 0 && at <= left.length)) return [commands, left];
    commands.push(left.slice(0, at));
    left = left.slice(at);
  }
}

/** A way to Redis with the `fault`: an error that Redis then gives in its turn, or `half`, which cuts each reply about sessions. */
export async function faultyWay(url: string): Promise<string> {
  return way(url, (from, to) => {
    let waiting = '';
    let cut = false;
    from.on('data', chunk => {
      const [commands, left] = commandsIn(waiting + chunk.toString('latin1'));
      waiting = left;
      for (const command of commands) {
        const meets = fault !== undefined && command.includes('mcpgw:sessions:');
        cut ||= meets && fault === 'half';
        const refusal = commandOf(['EVAL', 'return redis.error_reply(ARGV[1])', '0', fault ?? '']);
        to.write(meets && !cut ? refusal : command, 'latin1');
      }
    });
    to.on('data', chunk => {
      if (cut) from.end(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => to.destroy());
      else if (from.writable) from.write(chunk);
    });
  });
}

/** Longer than by default: a machine that runs other tests too may keep Redis from running. Requests are refused at once. */
const storeTimes = { answerMs: 3_000, patienceMs: 0 };

async function replica(upstream: string, url: string, more: string, patienceMs: number): Promise<Replica> {
  const text = `${serversOf({ s: upstream })}${more}`;
  return startGateway(text, { store: await redisStore(url), storeTimes: { ...storeTimes, patienceMs } });
}

export async function two(url = redis.url, more = '', { patienceMs }: { patienceMs: number } = storeTimes): Promise<[Replica, Replica]> {
  const { url: upstream } = await startFixture();
  return [await replica(upstream, url, more, patienceMs), await replica(upstream, url, more, patienceMs)];
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
  /** Some requests are answered meanwhile, so how often it is noticed, and which requests are answered, differs from run to run. */
  readonly flickers?: true;
  /** The way that the gateways take to Redis; the direct one by default. */
  readonly way?: (url: string) => Promise<string>;
}

/** A connection that was made before Redis refused others. */
let admin: { sendCommand(words: string[]): Promise<unknown>; destroy(): void } | undefined;

/** Lets Redis run `words` from a connection that stays good; those of the gateways are made anew. */
async function asAdmin(...words: string[]): Promise<void> {
  if (!admin) {
    admin = await createClient({ url: redis.url }).connect();
    await admin.sendCommand(['ACL', 'SETUSER', 'admin', 'on', '>a', '~*', '&*', '+@all']);
    await admin.sendCommand(['AUTH', 'admin', 'a']);
  }
  await admin.sendCommand(words);
  for (const type of ['normal', 'pubsub']) await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes']);
}

/** Redis refuses commands about sessions, and answers PING. */
const refusing = (name: string, error: string): State => ({
  name,
  way: faultyWay,
  begin: async () => {
    fault = error;
  },
  finish: async () => {
    fault = undefined;
  },
});

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
  locked: {
    name: 'asking for a password',
    begin: () => asAdmin('ACL', 'SETUSER', 'default', 'resetpass', '>another'),
    finish: () => asAdmin('ACL', 'SETUSER', 'default', 'nopass'),
    noticed: true,
  },
  forbidding: {
    name: 'forbidding all but PING',
    begin: () => asAdmin('ACL', 'SETUSER', 'default', '-@all', '+ping'),
    finish: () => asAdmin('ACL', 'SETUSER', 'default', '+@all'),
  },
  moved: { ...refusing('part of a cluster, and says MOVED', 'MOVED 1 127.0.0.1:1'), flickers: true },
  half: { ...refusing('cut in the middle of replies', 'half'), flickers: true },
};

/** Starts the Redis of a test. */
export async function beginRedis(): Promise<void> {
  redis = await startRedis();
}

/** Ends all that a test started. */
export async function endReplicas(): Promise<void> {
  fault = undefined;
  admin?.destroy();
  admin = undefined;
  redis.thaw();
  await endAll();
  for (const proxy of proxies.splice(0)) proxy.close();
  await stopRedis();
}
