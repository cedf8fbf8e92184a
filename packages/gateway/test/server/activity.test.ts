/** What a gateway records, with real clients and servers, and who may read it. */
import {
  type ActivityRecord,
  type ActivityStore,
  fileActivityStore,
  listActivity,
  memoryActivityStore,
  Recorder,
  redactor,
  redisActivityStore,
  verifyActivity,
} from '@mcpgw/activity';
import { testUnless } from '../../../../test/helpers/needs.js';
import { redisMissing, startRedis, stopRedis } from '../../../store/test/redis-server.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, type Line, type Running, serversOf, startGateway } from './harness.js';

afterEach(endAll);
afterAll(stopRedis);

const rules = { keys: [], patterns: [], maxBytes: 4096, secrets: ['top-secret-value'] };
const keep = () => ({ ageMs: 1e12, bytes: 1e12 });

function recorderOf(store: ActivityStore): Recorder {
  return new Recorder({ store, keep, redact: () => redactor(rules), writeAfterMs: 0 });
}

interface Recorded extends Running {
  readonly activity: ActivityStore;
  readonly records: (filter?: object) => Promise<readonly ActivityRecord[]>;
}

/** A gateway that records, with everything that was recorded so far, oldest first. */
async function recording(text: string, store: ActivityStore = memoryActivityStore(), page = false): Promise<Recorded> {
  const recorder = recorderOf(store);
  const config = configOf(text, page ? { page: { enabled: true, hosts: [] } } : {});
  const running = await startGateway(config, { recorder });
  const records = async (filter = {}) => {
    while (recorder.status.queued > 0) await new Promise(resolve => setTimeout(resolve, 5));
    return [...(await listActivity(store, filter, { limit: 1000 })).records].reverse();
  };
  return { ...running, activity: store, records };
}

const place = {
  seq: expect.any(Number),
  time: expect.any(String),
  writer: expect.any(String),
  prev: expect.any(String),
  hash: expect.any(String),
};

describe.each<Line>(['v1', 'v2', 'modern'])('a client of the line %s', line => {
  test('each call is one record with its outcome, and no contents', async () => {
    const { url } = await startFixture();
    const { url: gateway, records } = await recording(serversOf({ s: url }));
    const client = await connect(line, gateway);
    await client.listTools();
    const name = 's:echo';
    await client.callTool({ name, arguments: { text: 'top-secret-value' } }).catch(() => {});
    await client.callTool({ name: 's:no_such_tool', arguments: {} }).catch(() => {});
    await client.callTool({ name: 'call_tool', arguments: { name, args: { text: 'x' } } }).catch(() => {});
    await client.callTool({ name: 'retrieve_tools', arguments: { query: 'echo' } });
    const calls = (await records({ type: 'call' })) as Extract<ActivityRecord, { type: 'call' }>[];
    const tool = name.slice(2);
    expect(calls.map(call => [call.server, call.tool, call.via, call.outcome, call.mode])).toEqual([
      ['s', tool, undefined, 'ok', undefined],
      ['s', 'no_such_tool', undefined, 'failed', 'unknown_tool'],
      ['s', tool, 'call_tool', 'ok', undefined],
      [undefined, 'retrieve_tools', undefined, 'ok', undefined],
    ]);
    expect(JSON.stringify(calls)).not.toMatch(/top-secret-value|"arguments"|"result"/);
    const [first] = calls;
    expect(first).toMatchObject({ ...place, type: 'call', method: 'tools/call', caller: 'anonymous', request_id: expect.anything() });
    expect(first!.request_bytes).toBeGreaterThan(50);
    expect(first!.response_bytes).toBeGreaterThan(50);
    expect(first!.ms).toBeGreaterThan(0);
    expect([first!.session?.length, first!.client]).toEqual([line === 'modern' ? undefined : 16, 'test-client']);
  });
});

test('contents are recorded where configured, redacted', async () => {
  const { url } = await startFixture();
  const { url: gateway, records } = await recording(`${serversOf({ s: url })}activity: {arguments: true, results: true}\n`);
  const client = await connect('v2', gateway);
  await client.callTool({ name: 's:echo', arguments: { text: 'a top-secret-value b', password: 'hunter2' } }).catch(() => {});
  const [call] = (await records({ type: 'call' })) as Extract<ActivityRecord, { type: 'call' }>[];
  expect(call!.arguments).toBe('{"text":"a [redacted] b","password":"[redacted]"}');
  expect(JSON.stringify(call)).not.toMatch(/top-secret-value|hunter2/);
});

test('the id of a session is in no record, and calls of a session have one mark', async () => {
  const { url } = await startFixture();
  const { port, records } = await recording(serversOf({ s: url }));
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body: object, more = {}) =>
    ask(port, '/mcp', { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify({ jsonrpc: '2.0', ...body }) });
  const clientInfo = { name: 't', version: '1' };
  const hello = await post({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  const id = String(hello.headers['mcp-session-id']);
  const params = { name: 's:none', arguments: {}, _meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } };
  await post({ id: 'x1', method: 'tools/call', params }, { 'mcp-session-id': id });
  await post({ id: 'x2', method: 'tools/call', params }, { 'mcp-session-id': id });
  const calls = (await records({ type: 'call' })) as Extract<ActivityRecord, { type: 'call' }>[];
  expect(calls.map(call => [call.request_id, call.trace_id, call.session === calls[0]!.session])).toEqual([
    ['x1', '0af7651916cd43dd8448eb211c80319c', true],
    ['x2', '0af7651916cd43dd8448eb211c80319c', true],
  ]);
  expect(JSON.stringify(await records())).not.toContain(id);
});

test('keys are named by their places, and profiles by their names', async () => {
  const { url } = await startFixture();
  const { url: gateway, records } = await recording(
    `${serversOf({ s: url })}profiles: [{name: reading, servers: [s]}]\nauth: {api_keys: [client-key-0001], admin_keys: [admin-key-0001]}\n`,
  );
  const asClient = await connect('v2', `${gateway}/p/reading`, {}, { authorization: 'Bearer client-key-0001' });
  await asClient.callTool({ name: 's:x', arguments: {} }).catch(() => {});
  const asAdmin = await connect('v2', gateway, {}, { 'x-api-key': 'admin-key-0001' });
  await asAdmin.callTool({ name: 'upstream_servers', arguments: { operation: 'restart', name: 's' } });
  const all = await records();
  expect(all.flatMap(record => (record.type === 'call' ? [[record.caller, record.profile, record.tool]] : []))).toEqual([
    ['api_keys[0]', 'reading', 'x'],
    ['admin_keys[0]', undefined, 'upstream_servers'],
  ]);
  expect(all.find(record => record.type === 'event' && record.event === 'server_restarted')).toMatchObject({
    server: 's',
    by: 'admin_keys[0]',
  });
  // The end of the connection is what was asked for, and no loss.
  expect(all.some(record => record.type === 'event' && record.event === 'server_lost')).toBe(false);
  expect(JSON.stringify(all)).not.toMatch(/client-key-0001|admin-key-0001/);
});

test('reloads, refusals, servers that come, go and are switched, start and stop are events', async () => {
  const { url } = await startFixture();
  const store = memoryActivityStore();
  const { gateway, records } = await recording(serversOf({ s: url, gone: url }), store);
  const next = configOf(serversOf({ s: url, fresh: url }));
  await gateway.reload({ ...next, servers: next.servers.map(server => (server.name === 's' ? { ...server, enabled: false } : server)) });
  gateway.refused('a fault in line 3');
  await records();
  await gateway.close();
  const events = (await listActivity(store, { type: 'event' }, { limit: 100 })).records.map(record =>
    record.type === 'event' ? [record.event, record.server ?? record.reason] : [],
  );
  expect(events.reverse()).toEqual(
    expect.arrayContaining([
      ['started', undefined],
      ['server_ready', 's'],
      ['configuration_reloaded', undefined],
      ['server_disabled', 's'],
      ['server_added', 'fresh'],
      ['server_removed', 'gone'],
      ['configuration_refused', 'a fault in line 3'],
      ['stopped', undefined],
    ]),
  );
  expect((await verifyActivity(store)).chains.map(({ broken }) => broken)).toEqual([undefined]);
});

test('nothing is recorded where it is off, and it is said', async () => {
  const { url } = await startFixture();
  const { url: gateway, port, records } = await recording(`${serversOf({ s: url })}activity: {enabled: false}\n`, undefined, true);
  const client = await connect('v2', gateway);
  await client.callTool({ name: 's:x', arguments: {} }).catch(() => {});
  expect(await records()).toEqual([]);
  expect(JSON.parse((await ask(port, '/status')).text).activity).toEqual({ state: 'off' });
  expect(JSON.parse((await ask(port, '/ui/api/activity')).text).error.code).toBe('not-recorded');
});

test('calls go on while nothing can be written; status and metrics say so', async () => {
  const { url } = await startFixture();
  const store = memoryActivityStore();
  store.append = async () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const { url: gateway, port } = await recording(serversOf({ s: url }), store);
  const client = await connect('v2', gateway);
  expect((await client.callTool({ name: 's:echo', arguments: { text: 'x' } })).isError ?? false).toBe(false);
  let status = JSON.parse((await ask(port, '/status')).text).activity;
  while (status.state !== 'failing') status = JSON.parse((await ask(port, '/status')).text).activity;
  expect(status).toMatchObject({ state: 'failing', error: 'the disk is full', records: 0 });
  expect((await ask(port, '/metrics')).text).toContain('mcpgw_activity_failing 1');
});

describe('the page API', () => {
  const keys = 'auth: {api_keys: [client-key-0001], admin_keys: [admin-key-0001]}\n';
  const as = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

  test('gives pages with filters to admins alone', async () => {
    const { url } = await startFixture();
    const { url: gateway, port, records } = await recording(`${serversOf({ s: url })}${keys}`, undefined, true);
    const client = await connect('v2', gateway, {}, { authorization: 'Bearer client-key-0001' });
    for (const name of ['s:one', 's:two', 's:three']) await client.callTool({ name, arguments: {} }).catch(() => {});
    await records();
    expect((await ask(port, '/ui/api/activity')).status).toBe(401);
    expect((await ask(port, '/ui/api/activity', as('client-key-0001'))).status).toBe(401);
    expect((await ask(port, '/ui/api/activity', { headers: { ...as('admin-key-0001').headers, host: 'evil.example' } })).status).toBe(403);
    const first = JSON.parse((await ask(port, '/ui/api/activity?type=call&limit=2', as('admin-key-0001'))).text);
    expect(first.records.map(({ tool }: { tool: string }) => tool)).toEqual(['three', 'two']);
    const second = JSON.parse(
      (await ask(port, `/ui/api/activity?type=call&limit=2&cursor=${encodeURIComponent(first.next)}`, as('admin-key-0001'))).text,
    );
    expect(second.records.map(({ tool }: { tool: string }) => tool)).toEqual(['one']);
  });

  test.each(['limit=0', 'limit=9999', 'type=x', 'since=yesterday', 'cursor=../..', 'nonsense=1', `tool=${'x'.repeat(3000)}`])(
    'refuses %s',
    async query => {
      const { url } = await startFixture();
      const { port } = await recording(`${serversOf({ s: url })}${keys}`, undefined, true);
      const { status, text } = await ask(port, `/ui/api/activity?${query}`, as('admin-key-0001'));
      expect([status, JSON.parse(text).error.code]).toEqual([400, 'malformed']);
    },
  );

  test('readers with a key of clients get no record where there are no admins', async () => {
    const { url } = await startFixture();
    const { port } = await recording(`${serversOf({ s: url })}auth: {api_keys: [client-key-0001]}\n`, undefined, true);
    for (const path of ['/ui/api/activity', '/ui/api/activity/events']) {
      const { status, text } = await ask(port, path, as('client-key-0001'));
      expect([status, JSON.parse(text).error.code]).toEqual([403, 'admin-required']);
    }
  });

  test('follows with Server-Sent Events', async () => {
    const { url } = await startFixture();
    const { url: gateway, port } = await recording(
      serversOf({ s: url }),
      fileActivityStore((await import('node:fs')).mkdtempSync('/tmp/mcpgw-activity-')),
      true,
    );
    const response = await fetch(`http://127.0.0.1:${port}/ui/api/activity/events?type=call`);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const client = await connect('v2', gateway);
    const decoder = new TextDecoder();
    let text = '';
    const reader = response.body!.getReader();
    while (!text.includes('"tool":"live"')) {
      await client.callTool({ name: 's:live', arguments: {} }).catch(() => {});
      text += decoder.decode((await reader.read()).value);
    }
    expect(text).toMatch(/event: record\ndata: \{"seq":/);
    await reader.cancel();
  });
});

testUnless(redisMissing, 'two gateways share one record in Redis', async () => {
  const { url } = await startFixture();
  const redis = await startRedis();
  const gateways = [];
  for (let number = 0; number < 2; number++)
    gateways.push(await recording(serversOf({ s: url }), redisActivityStore(redis.url, { timeoutMs: 10_000 })));
  for (const [number, { url: gateway, records }] of gateways.entries()) {
    const client = await connect('v2', gateway);
    await client.callTool({ name: `s:by_${number}`, arguments: {} }).catch(() => {});
    await records();
  }
  const seen = await gateways[0]!.records({ type: 'call' });
  expect(seen.map(record => record.type === 'call' && record.tool)).toEqual(['by_0', 'by_1']);
  const { chains } = await verifyActivity(gateways[1]!.activity);
  expect(chains.map(({ broken }) => broken)).toEqual([undefined, undefined]);
  // A record that somebody takes out of the stream is missed.
  const entries = (await redis.command('XRANGE', 'mcpgw:{activity}:log', '-', '+')) as [string, string[]][];
  await redis.command('XDEL', 'mcpgw:{activity}:log', entries.find(([, fields]) => fields[3]!.includes('by_0'))![0]);
  const after = await verifyActivity(gateways[1]!.activity);
  expect(after.chains.flatMap(({ broken }) => broken?.message ?? [])).toEqual([
    expect.stringMatching(/^record \d is missing at the end: the noted head/),
  ]);
});
