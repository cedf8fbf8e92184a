/** Two gateways on one real Redis: what one approves the other knows, and no approval is lost while they are killed at random. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../packages/gateway/test/ask.js';
import { closeServers } from '../../packages/loader/test/servers.js';
import { type RedisServer, redisMissing, startRedis, stopRedis } from '../../packages/store/test/redis-server.js';
import { describeUnless } from '../helpers/needs.js';
import { endAll, gatewayFile, messageOf, openSession, type Served, serve, temporaryFolder } from './serve-helpers.js';
import { tool, upstream } from './serve-upstreams.js';

jest.setTimeout(240_000);

const toolNames = Array.from({ length: 60 }, (_, index) => `tool_${index}`);
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const headers = { 'content-type': 'application/json', 'x-mcpgw-page': '1' };
let redis: RedisServer;

async function configuration(): Promise<string> {
  const { url } = await upstream({ list: () => ({ tools: toolNames.map(name => tool(name)) }) });
  return gatewayFile({
    servers: { held: { url, trust_mode: 'manual' } },
    store: { type: 'redis', url: redis.url },
    page: { enabled: true },
    timeouts: { drain: '1s' },
  });
}

const get = async (port: number, path: string) => JSON.parse((await ask(port, `/ui/api/${path}`)).text);

/** Approves a tool as the page does. Gives whether the gateway said that it is done. */
async function approve({ port }: Served, name: string): Promise<boolean> {
  const { hash } = await get(port, `tool?server=held&tool=${name}`);
  const body = JSON.stringify({ server: 'held', tools: [{ tool: name, hash }] });
  const { status, text } = await ask(port, '/ui/api/approve', { method: 'POST', headers, body });
  return status === 200 || (status === 409 && JSON.parse(text).error.message === 'the tool does not wait for approval');
}

async function approvedNames(port: number): Promise<string[]> {
  const { tools } = await get(port, 'tools?status=callable&limit=500');
  return tools.map(({ name }: { name: string }) => name).sort();
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 50));
}

describeUnless(redisMissing, 'two gateways', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await endAll();
    await Promise.all([closeServers(), stopRedis()]);
  });

  it('know at once what the other was told', async () => {
    const file = await configuration();
    const [first, second] = await Promise.all([serve(file), serve(file)]);
    const session = await openSession(second.port);
    expect(await session.tools()).not.toContainEqual(expect.objectContaining({ name: 'held__tool_1' }));
    expect(await approve(first, 'tool_1')).toBe(true);
    await until(async () => (await approvedNames(second.port)).length === 1);
    expect(await session.call('held:tool_1', { a: 1 })).toBe('{"a":1}');
    await ask(second.port, '/ui/api/disable', { method: 'POST', headers, body: '{"server":"held","tool":"tool_1"}' });
    await until(async () => (await approvedNames(first.port)).length === 0);
    const blocked = await (await openSession(first.port)).call('held:tool_1');
    expect(JSON.stringify(blocked)).toContain('disabled_by_user');
  });

  it('serve the same session, also after the one that opened it was killed', async () => {
    const file = await configuration();
    const [first, second] = await Promise.all([serve(file), serve(file)]);
    expect(await approve(first, 'tool_1')).toBe(true);
    const session = await openSession(first.port);
    expect(await session.call('held:tool_1', { at: 'first' })).toBe('{"at":"first"}');
    const elsewhere = (text: string) => {
      const params = { name: 'held:tool_1', arguments: { at: text } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return ask(second.port, '/mcp', { method: 'POST', headers: session.headers, body });
    };
    await until(async () => (await approvedNames(second.port)).length === 1);
    expect(messageOf(await elsewhere('second'))).toMatchObject({ result: { content: [{ text: '{"at":"second"}' }] } });
    await first.stop('SIGKILL');
    expect(messageOf(await elsewhere('second again'))).toMatchObject({ result: { content: [{ text: '{"at":"second again"}' }] } });
    const end = await ask(second.port, '/mcp', { method: 'DELETE', headers: session.headers });
    expect([end.status, (await elsewhere('ended')).status]).toEqual([200, 404]);
    const third = await serve(file);
    expect((await ask(third.port, '/mcp', { method: 'DELETE', headers: session.headers })).status).toBe(404);
  });

  it('whose clocks differ by hours serve the same session, and end it together', async () => {
    const file = await configuration();
    const shift = join(temporaryFolder(), 'shift.cjs');
    writeFileSync(shift, 'const now = Date.now; Date.now = () => now() + Number(process.env.SHIFT_MS);');
    const ahead = (ms: number) => serve(file, { NODE_OPTIONS: `--require ${shift}`, SHIFT_MS: String(ms) });
    const gateways = await Promise.all([ahead(0), ahead(7_200_000), ahead(-7_200_000)]);
    const session = await openSession(gateways[0]!.port);
    const statuses = () =>
      Promise.all(
        gateways.map(async ({ port }) => (await ask(port, '/mcp', { method: 'POST', headers: session.headers, body: ping })).status),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await ask(gateways[1]!.port, '/mcp', { method: 'DELETE', headers: session.headers })).status).toBe(200);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('a Redis that dies is told once, and so is its return; sessions go on, and are opened', async () => {
    const gateway = await serve(await configuration());
    const session = await openSession(gateway.port);
    const said = (text: string) =>
      gateway
        .log()
        .split('\n')
        .filter(line => line.includes(text)).length;
    await redis.kill();
    expect((await openSession(gateway.port)).id).not.toBe('undefined');
    await until(async () => said('the store does not answer: sessions live') === 1);
    const unknown = await ask(gateway.port, '/mcp', { method: 'POST', headers: { ...session.headers, 'mcp-session-id': 'x' }, body: ping });
    expect([unknown.status, unknown.headers['retry-after']]).toEqual([503, '1']);
    expect((await ask(gateway.port, '/mcp', { method: 'POST', headers: session.headers, body: ping })).status).toBe(200);
    expect([said('the store does not answer: sessions live'), said('the store answers again')]).toEqual([1, 0]);
    await redis.restart();
    await until(async () => said('the store answers again') > 0);
  });

  it('lose no approval while they are killed and started again', async () => {
    const file = await configuration();
    const gateways = await Promise.all([serve(file), serve(file)]);
    const confirmed = new Set<string>();
    let finished = false;
    let kills = 0;

    const killer = async () => {
      while (!finished) {
        await new Promise(resolve => setTimeout(resolve, 200 + Math.random() * 500));
        const victim = Math.round(Math.random());
        await gateways[victim]!.stop('SIGKILL');
        gateways[victim] = await serve(file);
        kills++;
      }
    };
    const approver = async (at: 0 | 1) => {
      for (const [index, name] of toolNames.entries()) {
        if (index % 2 !== at) continue;
        // However fast the approvals are: each third of them comes after another kill.
        await until(async () => kills >= Math.floor((3 * index) / toolNames.length));
        // A gateway that was killed in between answers nothing: the client asks again, as a person would.
        while (!(await approve(gateways[at]!, name).catch(() => false))) await new Promise(resolve => setTimeout(resolve, 50));
        confirmed.add(name);
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    };
    const killing = killer();
    await Promise.all([approver(0), approver(1)]);
    await until(async () => kills > 2);
    finished = true;
    await killing;
    expect([...confirmed].sort()).toEqual([...toolNames].sort());
    for (const { port } of gateways) {
      await until(async () => (await approvedNames(port)).length === toolNames.length);
      expect(await approvedNames(port)).toEqual([...toolNames].sort());
    }
    await Promise.all(gateways.map(gateway => gateway.stop('SIGKILL')));
    expect(await approvedNames((await serve(file)).port)).toEqual([...toolNames].sort());
  });
});
