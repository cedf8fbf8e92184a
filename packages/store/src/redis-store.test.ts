import { createClient } from '@redis/client';
import { describeUnless } from '../../../test/helpers/needs.js';
import { until } from '../../../test/helpers/until.js';
import { type RedisServer, redisMissing, startRedis, stopRedis } from '../test/redis-server.js';
import { storeCases } from '../test/store.cases.js';
import { redisStore } from './redis.js';
import type { RedisStoreOptions } from './redis-store.js';
import type { StateStore } from './store.js';

let redis: RedisServer;
let tests = 0;

const opened: StateStore[] = [];

/** A new connection to the state of the running test, which is closed after it. */
async function open(options: RedisStoreOptions = {}): Promise<StateStore> {
  const store = await redisStore(redis.url, { prefix: `test-${tests}*:`, ...options });
  opened.push(store);
  return store;
}

async function raw(command: string[]): Promise<unknown> {
  const client = await createClient({ url: redis.url }).connect();
  const reply = await client.sendCommand(command);
  client.destroy();
  return reply;
}

describeUnless(redisMissing, 'a Redis store', () => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(stopRedis);
  beforeEach(() => {
    tests++;
  });
  afterEach(() => Promise.all(opened.splice(0).map(store => store.close())));

  storeCases(() => open());

  it('keeps prefixes apart', async () => {
    const [one, other] = await Promise.all([open(), open({ prefix: 'other:' })]);
    await one.update(['a'], () => 'one');
    expect([await other.read(['a']), await other.list([])]).toEqual([undefined, []]);
    await Promise.all([one.close(), other.close()]);
  });

  it('a key of another type is an error with the key, and so is a change of it', async () => {
    const store = await open({ prefix: 'typed:' });
    await raw(['LPUSH', 'typed:a', 'x']);
    const message = 'state "a" cannot be read: WRONGTYPE Operation against a key holding the wrong kind of value';
    await expect(store.read(['a'])).rejects.toMatchObject({ name: 'StoreError', key: ['a'], message });
    await expect(store.update(['a'], () => 'text')).rejects.toMatchObject({ message: message.replace('read', 'written') });
    await store.close();
  });

  it('waits for a Redis that reads its data after a start', async () => {
    // Each key that it reads takes 20 ms.
    const slow = await startRedis('--key-load-delay', '20000', '--loading-process-events-interval-bytes', '1024');
    const store = await redisStore(slow.url, { timeoutSeconds: 60 });
    opened.push(store);
    for (let key = 0; key < 200; key++) await slow.command('SET', `key-${key}`, 'x'.repeat(1_000));
    await slow.command('BGREWRITEAOF');
    await until(async () => String(await slow.command('INFO', 'persistence')).includes('aof_rewrite_in_progress:0'));
    const restarted = slow.restart();
    await until(async () => {
      const reply = await slow.command('GET', 'x').then(
        () => 'an answer',
        (error: Error) => error.message,
      );
      return !reply.startsWith('LOADING ');
    });
    await store.update(['a'], () => 'text');
    await restarted;
    expect(await store.read(['a'])).toBe('text');
  });

  it('connects again after Redis was killed, and has lost nothing; watches look again', async () => {
    const store = await open();
    const changed = jest.fn();
    store.watch(['a'], changed);
    await store.update(['a', 'b'], () => 'text');
    const [, read] = await Promise.all([redis.restart(), store.read(['a', 'b']).catch(() => 'failed')]);
    expect(['text', 'failed']).toContain(read);
    expect(await store.read(['a', 'b'])).toBe('text');
    changed.mockClear();
    await until(async () => {
      await store.update(['a', 'b'], old => `${old}+`);
      return changed.mock.calls.length > 0;
    });
    await store.close();
  });

  it('a Redis that does not answer ends each wait with the reason', async () => {
    const own = await startRedis();
    const store = await redisStore(own.url, { timeoutSeconds: 0.3 });
    await own.stop();
    await expect(store.read(['a'])).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringMatching(/^state "a" cannot be read: (ECONNREFUSED|Socket closed unexpectedly)$/),
    });
    await expect(store.update(['a'], () => 'text')).rejects.toMatchObject({ message: 'state "a" cannot be written: ECONNREFUSED' });
    await store.close();
    await expect(redisStore(own.url, { timeoutSeconds: 0.3 })).rejects.toMatchObject({
      message: 'the state cannot be reached: ECONNREFUSED',
    });
  });

  it('refuses a wrong password without showing it', async () => {
    const own = await startRedis('--requirepass', 'right-password');
    const wrong = own.url.replace('//', '//:wrong-password@');
    await expect(redisStore(wrong, { timeoutSeconds: 0.3 })).rejects.toMatchObject({
      message: expect.stringMatching(/^the state cannot be reached: WRONGPASS (?!.*wrong-password)/),
    });
    const store = await redisStore(own.url.replace('//', '//:right-password@'));
    expect(await store.update(['a'], () => 'text')).toBe('text');
    await store.close();
    await own.stop();
  });

  it('refuses a Redis that may evict keys', async () => {
    const own = await startRedis('--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru');
    const message = 'the state would not be kept: Redis has maxmemory-policy allkeys-lru; use noeviction or a volatile policy';
    await expect(redisStore(own.url)).rejects.toMatchObject({ name: 'StoreError', message });
    await own.stop();
  });
});

it.each([
  'redis://u:secret@127.0.0.1:1/x',
  'rediss://127.0.0.1:1/0x1',
  'redis://127.0.0.1:1/-1',
  'redis://127.0.0.1:1/1/2',
  'redis://h/1.5',
])('refuses the database of %j', async url => {
  const message = 'the state needs a URL whose path is the number of a database: redis://HOST:PORT/0';
  await expect(redisStore(url)).rejects.toMatchObject({ name: 'StoreError', message });
});

it.each(['redis://%zz@h', 'redis://u:100%@h', 'redis://u:%ff@h'])('refuses the user and password of %j', async url => {
  const message = 'the state needs a URL whose user and password have % written as %25';
  await expect(redisStore(url)).rejects.toMatchObject({ name: 'StoreError', message });
});

it.each(['', 'localhost:6379', 'http://localhost', 'file:///tmp'])('refuses the URL %j', async url => {
  await expect(redisStore(url)).rejects.toMatchObject({ name: 'StoreError', message: 'the state needs a redis:// or rediss:// URL' });
});
