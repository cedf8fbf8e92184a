/**
 * Two replicas on one Redis, which is killed, frozen and emptied under load, and replicas that are stopped and killed: clients that are
 * connected notice nothing, those that are not are told to try again, and what was decided is not lost.
 */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type RedisServer, redisMissing, startRedis, stopRedis } from '../../../packages/store/test/redis-server.js';
import { Session } from '../callers.js';
import { decide } from '../decisions.js';
import { Fleet } from '../fleet.js';
import { Gateway } from '../gateway.js';
import { closeCallers, openCallers, type Phase, type PhaseContext } from '../phase.js';
import { judge } from '../tally.js';
import { sleep, until } from '../wait.js';

const held = 'v1http0';
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** A replica with an address of its own, which stays when it is started again. */
class Replica {
  gateway!: Gateway;
  readonly #folder: string;
  readonly #config: object;

  private constructor(folder: string, config: object) {
    this.#folder = folder;
    this.#config = config;
  }

  static async start(parent: string, name: string, config: object): Promise<Replica> {
    const folder = join(parent, name);
    mkdirSync(folder);
    const replica = new Replica(folder, { ...config, listen: `127.0.0.1:${await freePort()}` });
    await replica.start();
    return replica;
  }

  async start(): Promise<void> {
    this.gateway = await Gateway.start({ folder: this.#folder, config: this.#config as Record<string, unknown> });
  }

  get port(): number {
    return this.gateway.port;
  }
}

interface Scene {
  readonly context: PhaseContext;
  readonly fleet: Fleet;
  readonly redis: RedisServer;
  readonly replicas: readonly [Replica, Replica];
  /** What new clients were answered while Redis was away. */
  readonly outage: { initialized: number; failed: string[]; longestMs: number; unknown: Map<string, number> };
}

/** A server whose tools nobody has to approve. */
const trusted = ({ random }: PhaseContext, fleet: Fleet) => random.pick(fleet.names.filter(name => name !== held));

/** What clients meet that come while Redis is away. */
async function newcomers({ context, fleet, replicas, outage }: Scene, elsewhere: readonly Session[]): Promise<void> {
  const start = performance.now();
  try {
    const session = await Session.open(context.random.pick(replicas).port);
    outage.initialized++;
    await context.call(session, fleet.echo(context.random, trusted(context, fleet)));
    session.abandon();
  } catch (error) {
    outage.failed.push((error as Error).message);
  }
  outage.longestMs = Math.max(outage.longestMs, performance.now() - start);
  const session = context.random.pick(elsewhere).at(replicas[1].port);
  const { tool, args, expected } = fleet.echo(context.random, trusted(context, fleet));
  const answered = await session.call(tool, args);
  const outcome = judge(answered, expected);
  const word = outcome.kind === 'ok' ? '200' : `${answered.status ?? ''} ${outcome.kind === 'named' ? outcome.mode : outcome.kind}`;
  outage.unknown.set(word, (outage.unknown.get(word) ?? 0) + 1);
  session.abandon();
}

/** Redis is away while new clients come. Known sessions are asked by the load that goes on. */
async function away(scene: Scene, begin: () => unknown, end: () => unknown, ms: number): Promise<void> {
  // Opened at one replica, and asked for the first time at the other.
  const elsewhere = await Promise.all(Array.from({ length: 4 }, () => Session.open(scene.replicas[0].port)));
  await begin();
  const over = performance.now() + ms;
  do {
    await newcomers(scene, elsewhere);
    await sleep(200);
  } while (performance.now() < over);
  await end();
  await shared(scene, 'after an outage');
  await closeCallers(elsewhere);
}

/** Sessions are shared: opened at one replica, they are answered at the other. */
async function shared({ context, fleet, replicas }: Scene, what: string): Promise<void> {
  const [from, to] = context.random.next() < 0.5 ? replicas : [replicas[1], replicas[0]];
  const isShared = async () => {
    const session = await Session.open(from.port);
    const { tool, args, expected } = fleet.echo(context.random, trusted(context, fleet));
    const outcome = judge(await session.at(to.port).call(tool, args), expected);
    await session.close();
    return outcome.kind === 'ok';
  };
  const found = await until('sessions are shared', isShared).then(
    () => true,
    () => false,
  );
  context.verdict(`${what}: a session is answered by both replicas`, found);
}

/** A session that a client ended is ended at every replica, whatever is asked for there. */
async function ended({ context, fleet, replicas }: Scene): Promise<void> {
  const session = await Session.open(replicas[0].port);
  const other = session.at(replicas[1].port);
  const ask = async () => {
    const { tool, args } = fleet.echo(context.random, trusted(context, fleet));
    return (await other.call(tool, args)).status;
  };
  const before = await ask();
  await session.end();
  const after = await until('the other replica knows', async () => (await ask()) === 404, 5000).then(
    () => 404,
    () => 200,
  );
  await other.request('logging/setLevel', { level: 'debug' });
  const revived = (await session.call('x', {})).status;
  context.verdict(
    'a session that was ended at one replica is ended at the other',
    before === 200 && after === 404 && revived === 404,
    `${before}, then ${after}, at the first one ${revived}`,
  );
}

/** Decisions are followed by both replicas. */
async function decided({ context, fleet, replicas }: Scene, what: string): Promise<void> {
  const { code, output } = await decide(replicas[0].gateway, 'approve', '--all', '--server', held);
  const isCallable = async (replica: Replica) => {
    const session = await Session.open(replica.port);
    const { tool, args, expected } = fleet.echo(context.random, held);
    const outcome = judge(await session.call(tool, args), expected);
    await session.close();
    return outcome.kind === 'ok';
  };
  const followed = await Promise.all(
    replicas.map(replica =>
      until('followed', () => isCallable(replica)).then(
        () => true,
        () => false,
      ),
    ),
  );
  context.verdict(
    `${what}: tools are approved, and both replicas follow`,
    code === 0 && followed.every(Boolean),
    `exit code ${code}, ${followed}: ${output.slice(-200)}`,
  );
}

async function judgeTtl({ context, redis, replicas }: Scene): Promise<void> {
  const session = await Session.open(replicas[0].port);
  await sleep(500);
  const keys = ((await redis.command('KEYS', '*session*')) as string[]).filter(key => key.includes('session'));
  const ttls = await Promise.all(keys.map(async key => Number(await redis.command('TTL', key))));
  const without = ttls.filter(ttl => ttl < 0).length;
  context.verdict('sessions in Redis have an end (TTL)', keys.length > 0 && without === 0, `${without} of ${keys.length} have none`);
  await session.close();
}

/** Replicas are stopped and killed; sessions go on at the other. */
async function restart(scene: Scene, signal: NodeJS.Signals): Promise<void> {
  const { context, fleet, replicas } = scene;
  const sessions = await Promise.all(Array.from({ length: 4 }, () => Session.open(replicas[0].port)));
  for (const session of sessions) await context.call(session, fleet.echo(context.random, trusted(context, fleet)));
  await replicas[0].gateway.stop(signal);
  const others = sessions.map(session => session.at(replicas[1].port));
  const before = context.tally.ok;
  for (const session of others) await context.call(session, fleet.echo(context.random, trusted(context, fleet)));
  const ok = context.tally.ok - before;
  context.verdict(`${signal}: sessions of a replica go on at the other`, ok === others.length, `${ok} of ${others.length}`);
  await replicas[0].start();
  for (const session of sessions) await context.call(session, fleet.echo(context.random, trusted(context, fleet)));
  await closeCallers([...sessions, ...others]);
}

export const redisOutages: Phase = {
  name: 'redis',
  what: 'two replicas share a Redis that is killed, frozen and emptied under load; replicas are stopped and killed',
  weight: 2,
  missing: () => redisMissing,
  async run(context) {
    const redis = await startRedis();
    try {
      await runScene(context, redis);
    } finally {
      redis.thaw();
      await stopRedis();
    }
  },
};

async function runScene(context: PhaseContext, redis: RedisServer): Promise<void> {
  const { random } = context;
  const fleet = await Fleet.start({ v1: 2, v2: 2 });
  fleet.servers[held]!.trust_mode = 'manual';
  const config = { ...fleet.config, store: { type: 'redis', url: redis.url }, page: { enabled: false } };
  const replicas = [await Replica.start(context.folder, 'a', config), await Replica.start(context.folder, 'b', config)] as const;
  const scene: Scene = { context, fleet, redis, replicas, outage: { initialized: 0, failed: [], longestMs: 0, unknown: new Map() } };
  await decided(scene, 'at first');

  const load = async (work: () => Promise<unknown>) => {
    const callers = [
      ...(await openCallers(replicas[0].gateway, [4, port => Session.open(port)])),
      ...(await openCallers(replicas[1].gateway, [4, port => Session.open(port)])),
    ];
    let over = false;
    const loading = context.load(callers, () => fleet.echo(random, trusted(context, fleet)), { ms: 3_600_000, isOver: () => over });
    await work().finally(() => (over = true));
    await loading;
    await closeCallers(callers);
  };
  const end = performance.now() + context.ms;
  const most = Math.min(12_000, context.ms / 6);
  let rounds = 0;
  do {
    await load(() =>
      away(
        scene,
        () => redis.kill(),
        () => redis.restart(),
        random.between(500, most),
      ),
    );
    await load(() =>
      away(
        scene,
        () => redis.freeze(),
        () => redis.thaw(),
        random.between(500, most),
      ),
    );
    await decided(scene, 'after outages');
    await load(async () => {
      await redis.command('FLUSHALL');
      await sleep(1000);
    });
    await decided(scene, 'after Redis was emptied');
    await shared(scene, 'after Redis was emptied');
    await restart(scene, 'SIGTERM');
    await restart(scene, 'SIGKILL');
    rounds++;
  } while (performance.now() < end);

  await ended(scene);
  await judgeTtl(scene);
  context.judgeCalls();
  const { initialized, failed, longestMs, unknown } = scene.outage;
  context.verdict(
    'while Redis is away new sessions are opened, and their calls answered',
    failed.length === 0 && initialized > 0,
    `${initialized} opened${failed.map(text => `; ${text}`).join('')}`,
  );
  const words = [...unknown].map(([word, count]) => `${word} ${count}`).join(', ');
  context.verdict(
    'while Redis is away nobody is told that a living session is not found',
    ![...unknown.keys()].some(word => word.startsWith('404')),
    words,
  );
  for (const { gateway } of replicas) context.judgeGateway(gateway);
  context.figure('rounds', rounds);
  context.figure('longest time to open a session and call while Redis is away', longestMs, 'ms');
  const codes = await Promise.all(replicas.map(({ gateway }) => gateway.stop()));
  context.verdict(
    'both replicas stop with exit code 0',
    codes.every(code => code === 0),
    codes,
  );
}
