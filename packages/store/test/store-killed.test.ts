/** Processes that count in one store and are killed at random: nothing is lost, nothing half-written, no lock stays behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { testUnless } from '../../../test/helpers/needs.js';
import { until } from '../../../test/helpers/until.js';
import { fileStore } from '../src/file-store.js';
import { redisStore } from '../src/redis.js';
import type { StateStore } from '../src/store.js';
import { redisMissing, startRedis, stopRedis } from './redis-server.js';

jest.setTimeout(120_000);

const source = `
  import { writeSync } from 'node:fs';
  import { fileStore } from './file-store.js';
  import { redisStore } from './redis.js';
  const [kind, place] = process.argv.slice(2);
  // Longer than a test has: a process whose test forgot it ends too.
  setTimeout(() => process.exit(1), 180_000).unref();
  const run = async () => {
    const store = kind === 'file' ? fileStore(place) : await redisStore(place);
    for (;;) {
      const key = ['count', String(Math.floor(Math.random() * 2))];
      await store.update(key, old => JSON.stringify({ n: JSON.parse(old ?? '{"n":0}').n + 1, filler: 'x'.repeat(20_000) }));
      writeSync(1, '.');
    }
  };
  run().catch(error => { writeSync(2, String(error)); process.exit(1); });`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-killed-'));
  const resolveDir = join(__dirname, '../src');
  await build({
    bundle: true,
    platform: 'node',
    format: 'cjs',
    stdin: { contents: source, resolveDir, loader: 'ts' },
    outfile: join(folder, 'count.cjs'),
  });
});
// A test that failed, or had no more time, has left processes that count on and keep this one alive.
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(async () => {
  await stopRedis();
  rmSync(folder, { recursive: true, force: true });
});

const children = new Set<ChildProcess>();
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

interface Counter {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
  confirmed: number;
}

function startCounter(kind: string, place: string): Counter {
  const child = spawn(process.execPath, [join(folder, 'count.cjs'), kind, place], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let complaint = '';
  const counter: Counter = { child, confirmed: 0, ended: new Promise(resolve => child.once('close', () => resolve(complaint))) };
  child.stdout!.on('data', (chunk: Buffer) => {
    counter.confirmed += chunk.length;
  });
  child.stderr!.on('data', chunk => {
    complaint += chunk;
  });
  return counter;
}

/** Keeps three counters running and kills `kills` of them; gives what was confirmed, and what they complained of. */
async function countAndKill(kind: string, place: string, kills: number) {
  const all: Counter[] = [];
  let running = [0, 1, 2].map(() => startCounter(kind, place));
  all.push(...running);
  for (let killed = 0; killed < kills; killed++) {
    const victim = running[killed % running.length]!;
    await until(() => victim.confirmed > 0 || victim.child.exitCode !== null);
    await pause(Math.random() * 30);
    victim.child.kill('SIGKILL');
    const next = startCounter(kind, place);
    all.push(next);
    running = running.map(counter => (counter === victim ? next : counter));
  }
  for (const { child } of running) child.kill('SIGKILL');
  const complaints = await Promise.all(all.map(({ ended }) => ended));
  const confirmed = all.reduce((sum, counter) => sum + counter.confirmed, 0);
  return { confirmed, started: all.length, complaints: complaints.filter(text => text !== '') };
}

async function total(store: StateStore): Promise<number> {
  const texts = await Promise.all(['0', '1'].map(name => store.read(['count', name])));
  return texts.reduce((sum, text) => sum + (JSON.parse(text ?? '{"n":0}') as { n: number }).n, 0);
}

it('files', async () => {
  const place = join(folder, 'state');
  const { confirmed, started, complaints } = await countAndKill('file', place, 20);
  const store = fileStore(place);
  const counted = await total(store);
  expect([complaints, counted >= confirmed, counted <= confirmed + started, confirmed > 20]).toEqual([[], true, true, true]);
  await store.update(['count', '0'], old => `${old} `);
  await store.update(['count', '1'], old => `${old} `);
  expect(readdirSync(join(place, 'count.d')).filter(name => name.endsWith('.lock'))).toEqual([]);
});

testUnless(redisMissing, 'Redis', async () => {
  const { url } = await startRedis();
  const { confirmed, started, complaints } = await countAndKill('redis', url, 10);
  const store = await redisStore(url);
  const counted = await total(store);
  await store.close();
  expect([complaints, counted >= confirmed, counted <= confirmed + started, confirmed > 10]).toEqual([[], true, true, true]);
});

testUnless(redisMissing, 'Redis itself is killed: what was confirmed is there', async () => {
  const redis = await startRedis();
  const counters = [0, 1].map(() => startCounter('redis', redis.url));
  await until(() => counters.every(({ confirmed }) => confirmed >= 10));
  await redis.restart();
  const before = counters.map(({ confirmed }) => confirmed);
  await until(() => counters.every(({ confirmed, child }, index) => confirmed > before[index]! || child.exitCode !== null));
  for (const { child } of counters) child.kill('SIGKILL');
  const complaints = await Promise.all(counters.map(({ ended }) => ended));
  const confirmed = counters.reduce((sum, counter) => sum + counter.confirmed, 0);
  const store = await redisStore(redis.url);
  const counted = await total(store);
  await store.close();
  expect([counted >= confirmed, counted <= confirmed + 4, complaints]).toEqual([true, true, ['', '']]);
});
