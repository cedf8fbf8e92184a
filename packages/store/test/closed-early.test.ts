/** Processes that close a connection to Redis while it is being made: they end by themselves. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describeUnless } from '../../../test/helpers/needs.js';
import { until } from '../../../test/helpers/until.js';
import { redisMissing, startRedis, stopRedis } from './redis-server.js';

const source = `
  import { openRedis, redisStore } from './redis.js';
  const nothing = () => {};
  const kinds = {
    commands: async url => (await openRedis(url, 1000)).close(),
    changes: async url => {
      const store = await redisStore(url);
      store.watch(['a'], nothing);
      await store.close();
    },
    channels: async url => {
      const store = await redisStore(url);
      store.shared.subscribe(['c'], nothing, nothing)();
      await store.close();
    },
  };
  const [kind, url] = process.argv.slice(2);
  kinds[kind](url).then(() => console.log('closed'));`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-closed-'));
  const stdin = { contents: source, resolveDir: join(__dirname, '../src'), loader: 'ts' } as const;
  await build({ bundle: true, platform: 'node', format: 'cjs', stdin, outfile: join(folder, 'close.cjs') });
});
afterAll(async () => {
  await stopRedis();
  rmSync(folder, { recursive: true, force: true });
});

describeUnless(redisMissing, 'a connection that is closed while it is made', () => {
  it.each(['commands', 'changes', 'channels'])('for %s: its process ends', async kind => {
    const redis = await startRedis();
    // The time says that the process never ends, not that it is slow.
    const child = spawn(process.execPath, [join(folder, 'close.cjs'), kind, redis.url], {
      timeout: 40_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', chunk => {
      said += chunk;
    });
    const ended = new Promise(resolve => child.once('close', resolve));
    await until(() => said !== '');
    // A connection that came about after all meets the end of Redis, of which its client takes no notice.
    await new Promise(resolve => setTimeout(resolve, 500));
    await redis.kill();
    const code = await ended;
    expect([said, code]).toEqual(['closed\n', 0]);
  });
});
