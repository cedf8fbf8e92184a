import { CONNECT, connectInMemory, createMcpServer, DataSensitivity, privateData, READ, temporaryData, toolPermission } from '@mcpgw/kit';
import { redisStore, type StateStore } from '@mcpgw/store';
import { type RedisServer, redisMissing, startRedis } from '../../packages/store/test/redis-server.js';
import { describeUnless } from '../helpers/needs.js';

describeUnless(redisMissing, 'two instances of a server with one Redis', () => {
  let redis: RedisServer;
  const stores: StateStore[] = [];
  const folders: { remove(): Promise<void> }[] = [];
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map(store => store.close()));
    await redis.stop();
    await Promise.all(folders.splice(0).map(folder => folder.remove()));
  });

  async function instance() {
    const store = await redisStore(redis.url, { timeoutSeconds: 1 });
    stores.push(store);
    const folder = await temporaryData();
    folders.push(folder);
    const server = createMcpServer('x', { dataDir: folder.dataDir, store, onError: () => {} })
      .tool(
        'load',
        {},
        toolPermission(READ)(async () => {
          await privateData().addPrivateDataset('patients', DataSensitivity.SECRET);
          return 'loaded';
        }),
      )
      .tool(
        'level',
        {},
        toolPermission(READ)(() => privateData().sensitivity()),
      )
      .tool(
        'send',
        {},
        toolPermission(CONNECT)(() => 'sent'),
      );
    return connectInMemory(server);
  }

  const blocked = { text: "Tool 'send' blocked: session contains private data", isError: true };

  test('private data that enters through one is known to the other', async () => {
    const [one, two] = await Promise.all([instance(), instance()]);
    expect(await two.call('send')).toEqual({ text: 'sent', isError: false });
    expect(await one.call('load')).toEqual({ text: 'loaded', isError: false });
    expect(await two.call('send')).toEqual(blocked);
    expect((await two.call('level')).text).toBe('secret');
  });

  test('a Redis that is killed loses nothing', async () => {
    await (await instance()).call('load');
    await redis.restart();
    expect(await (await instance()).call('send')).toEqual(blocked);
  });

  test('while Redis is away, sessions count as secret and private data does not enter', async () => {
    const one = await instance();
    expect((await one.call('level')).text).toBe('public');
    await redis.stop();
    expect(await one.call('send')).toEqual(blocked);
    expect((await one.call('level')).text).toBe('secret');
    expect(await one.call('load')).toEqual({
      text: '[FATAL] The private data of this session cannot be recorded now, so it must not be read',
      isError: true,
    });
  });
});
