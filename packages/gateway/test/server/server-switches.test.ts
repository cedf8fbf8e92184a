import { memoryStore, redisStore, type StateStore, StoreError } from '@mcpgw/store';
import { testUnless } from '../../../../test/helpers/needs.js';
import { redisMissing, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ServerSwitches } from '../../src/server/server-switches.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, startGateway } from './harness.js';

afterEach(endAll);
afterAll(stopRedis);

const at = new Date('2026-01-02T03:04:05.000Z');
const key = ['switches', 'servers'];
const server = (name: string) => ({
  name,
  enabled: true,
  quarantined: false,
  trustMode: 'auto' as const,
  connection: { transport: 'stdio' as const, command: 'x' },
});
const made = (store: StateStore, errors: unknown[] = []) =>
  new ServerSwitches(
    store,
    () => at,
    error => void errors.push(error),
  );

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 10));
}

describe('decisions about servers', () => {
  it('add to what the configuration says, and end without a trace', async () => {
    const store = memoryStore();
    const switches = made(store);
    await switches.open(() => {});
    await switches.decide('a', 'disabled', 'ops');
    await switches.decide('b', 'quarantined', 'ops');
    const servers = [server('a'), server('b'), server('c'), { ...server('d'), enabled: false }];
    expect(switches.applied(servers).map(({ enabled, quarantined }) => [enabled, quarantined])).toEqual([
      [false, false],
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(switches.applied(servers)[2]).toBe(servers[2]);
    expect(switches.of('a')).toEqual({ to: 'disabled', by: 'ops', at: '2026-01-02T03:04:05.000Z' });
    await switches.decide('a', 'on', 'ops');
    await switches.decide('b', 'on', 'ops');
    expect([switches.of('a'), await store.read(key)]).toEqual([undefined, undefined]);
    switches.close();
  });

  it('hold at another replica and after a restart', async () => {
    const store = memoryStore();
    const [one, two] = [made(store), made(store)];
    let told = 0;
    await one.open(() => {});
    await two.open(() => void told++);
    await one.decide('a', 'quarantined', 'ops');
    await until(() => told > 0);
    expect(two.of('a')).toMatchObject({ to: 'quarantined', by: 'ops' });
    const restarted = made(store);
    await restarted.open(() => {});
    expect(restarted.of('a')).toMatchObject({ to: 'quarantined' });
    for (const each of [one, two, restarted]) each.close();
  });

  it('that cannot be read are logged and read again; those that cannot be stored are refused', async () => {
    const store = memoryStore();
    await made(store).decide('a', 'disabled', 'ops');
    let isBroken = true;
    const broken: StateStore = {
      ...store,
      read: (...args) => (isBroken ? Promise.reject(new StoreError(key, 'cannot be read')) : store.read(...args)),
      update: (...args) => (isBroken ? Promise.reject(new StoreError(key, 'cannot be written')) : store.update(...args)),
      watch: () => () => {},
    };
    const errors: unknown[] = [];
    const switches = made(broken, errors);
    let told = 0;
    await switches.open(() => void told++);
    expect(errors.map(String)).toEqual(['StoreError: state "switches/servers" cannot be read']);
    await expect(switches.decide('b', 'disabled', 'ops')).rejects.toThrow('cannot be written');
    expect(switches.of('b')).toBeUndefined();
    isBroken = false;
    await until(() => told > 0);
    expect(switches.of('a')).toMatchObject({ to: 'disabled' });
    switches.close();
  });

  it.each(['{', 'null', '[]', '{"version":2,"servers":{}}', '{"version":1,"servers":[]}'])(
    'a damaged text %s is never taken for no decision',
    async text => {
      const store = memoryStore();
      await store.update(key, () => text);
      const errors: unknown[] = [];
      const switches = made(store, errors);
      await switches.open(() => {});
      expect(errors.map(String)).toEqual(['StoreError: state "switches/servers" is damaged: which servers people disabled is not known']);
      await expect(switches.decide('a', 'disabled', 'ops')).rejects.toThrow('is damaged');
      switches.close();
    },
  );

  it('__proto__ is the name of a server', async () => {
    const switches = made(memoryStore());
    await switches.open(() => {});
    await switches.decide('__proto__', 'disabled', 'ops');
    expect([switches.of('__proto__')?.to, switches.of('constructor')]).toEqual(['disabled', undefined]);
    switches.close();
  });
});

const own = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };

it('a disabled server offers nothing to clients, also after the configuration is loaded again, until it is enabled', async () => {
  const { url } = await startFixture();
  const config = configOf(JSON.stringify({ servers: { s: { url, trust_mode: 'auto' } } }), { page: { enabled: true, hosts: [] } });
  const running = await startGateway(config);
  const client = await connect('v2', running.url);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name).filter(name => name.startsWith('s__'));
  const post = (action: string) => ask(running.port, `/ui/api/${action}`, { method: 'POST', headers: own, body: '{"server":"s"}' });
  const before = await names();
  expect(before.length).toBeGreaterThan(0);
  expect((await post('server/disable')).status).toBe(200);
  await until(async () => (await names()).length === 0);
  await running.gateway.reload(config);
  expect(await names()).toEqual([]);
  expect((await post('server/enable')).status).toBe(200);
  await until(async () => (await names()).length === before.length);
});

testUnless(redisMissing, 'a decision at one replica holds at another one of the same Redis', async () => {
  const { url } = await startRedis();
  const stores = [await redisStore(url), await redisStore(url)];
  const [one, two] = stores.map(store => made(store));
  await one!.open(() => {});
  await two!.open(() => {});
  await one!.decide('a', 'quarantined', 'ops');
  await until(() => two!.of('a')?.to === 'quarantined');
  await two!.decide('a', 'on', 'ops');
  await until(() => one!.of('a') === undefined);
  one!.close();
  two!.close();
  await Promise.all(stores.map(store => store.close()));
});
