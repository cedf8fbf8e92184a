/** Start, reload, drain, and the front on standard input and output. */
import { connect as connectTcp } from 'node:net';
import { PassThrough } from 'node:stream';
import { ConfigurationError } from '@mcpgw/mcp-config';
import { memoryStore } from '@mcpgw/store';
import { until } from '../../../../test/helpers/until.js';
import { answering, closeServers, httpServer, initializeResult, rpcListener } from '../../../loader/test/servers.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { Gateway } from '../../src/server/gateway.js';
import { ask } from '../ask.js';
import { configOf, connect, endAll, serversOf, startGateway } from './harness.js';

afterEach(async () => {
  await endAll();
  await closeServers();
});

const rpc = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const hello = rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } });
const post = (port: number, body: string, headers: Record<string, string> = {}, path = '/mcp') =>
  ask(port, path, { method: 'POST', headers: { ...json, ...headers }, body });
const opened = async (port: number, headers: Record<string, string> = {}, path = '/mcp') => ({
  ...headers,
  'mcp-session-id': String((await post(port, hello, headers, path)).headers['mcp-session-id']),
});

const names = async (client: Awaited<ReturnType<typeof connect>>) =>
  (await client.listTools()).tools.map(({ name }) => name).filter(name => /[-_]echo$/.test(name));

describe('a reload', () => {
  it('adds, removes and renames under clients, which are told, and keeps connections that stay the same', async () => {
    const [a, b] = [await startFixture(), await startFixture()];
    const { gateway, url } = await startGateway(serversOf({ a: a.url }));
    const client = await connect('v2', url);
    let told = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => void told++);
    expect(await names(client)).toEqual(['a__echo']);
    await gateway.reload(configOf(serversOf({ a: a.url, b: b.url })));
    await until(() => told > 0);
    await gateway.reload(configOf(`${serversOf({ a: a.url, b: b.url })}tool_names: {separator: '-'}\n`));
    expect(await names(client)).toEqual(['a-echo', 'b-echo']);
    await gateway.reload(configOf(serversOf({ b: b.url })));
    expect(await names(client)).toEqual(['b__echo']);
    expect(a.seen.sessions).toBe(1);
    expect(await until(() => b.seen.sessions)).toBe(1);
  });

  it('does not end calls in flight on servers that stay', async () => {
    const fixture = await startFixture();
    const { gateway, url } = await startGateway(serversOf({ a: fixture.url }));
    const client = await connect('v2', url);
    const call = client.callTool({ name: 'a__slow', arguments: { ms: 300 } });
    await until(() => fixture.seen.calls.length === 1);
    await gateway.reload(configOf(`${serversOf({ a: fixture.url })}tools_limit: 3\n`));
    expect(await call).toMatchObject({ content: [{ text: 'late' }] });
  });

  const lockable = (servers: Record<string, object>) =>
    configOf(
      JSON.stringify({
        servers: Object.fromEntries(Object.entries(servers).map(([name, more]) => [name, { trust_mode: 'auto', ...more }])),
      }),
    );
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  const builtin = async (client: Awaited<ReturnType<typeof connect>>, name: string, args: Record<string, unknown>): Promise<any> =>
    JSON.parse(((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]!.text);

  it.each([
    ['quarantined', { quarantined: true }, 'server_quarantined', ''],
    ['switched off', { enabled: false }, 'server_disabled', 'a widget'],
  ])('locks the tools of a server that is %s, at once and in every answer', async (_what, more, status, description) => {
    const fixtures = [await startFixture(), await startFixture(), await startFixture()];
    for (const fixture of fixtures) fixture.tools = [{ name: 'widget', description: 'a widget', inputSchema: { type: 'object' } }];
    const [one, two, three] = fixtures.map(({ url }) => ({ url }));
    for (const [before, after] of [
      [{ one }, { one: { ...one, ...more } }],
      [
        { one, two, three },
        { one, two, three: { ...three, ...more } },
      ],
    ] as Record<string, object>[][]) {
      const { gateway, url } = await startGateway(lockable(before!));
      const client = await connect('v2', url);
      let told = 0;
      client.setNotificationHandler('notifications/tools/list_changed', () => void told++);
      const last = Object.keys(after!).at(-1)!;
      const widgets = async () => (await client.listTools()).tools.map(({ name }) => name).filter(name => name.endsWith('__widget'));
      expect(await widgets()).toContain(`${last}__widget`);
      await gateway.reload(lockable(after!));
      expect(await widgets()).toEqual(
        Object.keys(after!)
          .filter(name => name !== last)
          .sort()
          .map(name => `${name}__widget`),
      );
      const { tools, disabled } = await builtin(client, 'retrieve_tools', { query: 'widget', include_disabled: true });
      expect(tools.map(({ server }: { server: string }) => server)).not.toContain(last);
      expect(disabled).toEqual([{ name: `${last}__widget`, server: last, description, status }]);
      const { servers } = await builtin(client, 'upstream_servers', { operation: 'list' });
      expect(servers.at(-1)).toMatchObject({ name: last, tools: { callable: 0, [status]: 9 } });
      expect(await client.callTool({ name: `${last}__widget`, arguments: {} })).toMatchObject({
        isError: true,
        _meta: { 'mcpgw/locked': status },
      });
      await until(() => told > 0);
    }
  });

  it('that comes while the gateway starts is not undone by the start', async () => {
    const [a, b] = [await startFixture(), await startFixture()];
    const store = memoryStore();
    const gateway = new Gateway(configOf(serversOf({ a: a.url })), { version: '1', store });
    const starting = gateway.start();
    await gateway.reload(configOf(serversOf({ b: b.url })));
    await starting;
    expect((gateway.status().servers as { name: string }[]).map(({ name }) => name)).toEqual(['b']);
    await gateway.close();
  });

  it('takes over times of checks under open connections', async () => {
    const fixture = await startFixture();
    const timed = (toolDiscoveryIntervalMs: number) => {
      const config = configOf(serversOf({ a: fixture.url }));
      return { ...config, servers: config.servers.map(server => ({ ...server, toolDiscoveryIntervalMs })) };
    };
    const { gateway, url } = await startGateway(timed(0));
    const client = await connect('v2', url);
    fixture.tools = [{ name: 'late_echo', inputSchema: { type: 'object' } }];
    await gateway.reload(timed(50));
    const names = async () => (await client.listTools()).tools.map(({ name }) => name).filter(name => name.endsWith('echo'));
    await until(async () => (await names()).length > 1);
    expect(await names()).toEqual(['a__echo', 'a__late_echo']);
    expect(fixture.seen.sessions).toBe(1);
  });

  it('tells clients of prompts and resources that come and go with servers', async () => {
    const [a, b] = [await startFixture(), await startFixture()];
    const { gateway, url } = await startGateway(serversOf({ a: a.url }));
    const client = await connect('v2', url);
    const told: string[] = [];
    for (const kind of ['prompts', 'resources'] as const)
      client.setNotificationHandler(`notifications/${kind}/list_changed`, () => void told.push(kind));
    await gateway.reload(configOf(serversOf({ a: a.url, b: b.url })));
    await until(() => told.includes('prompts') && told.includes('resources'));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['a__greet', 'b__greet']);
    told.length = 0;
    await gateway.reload(configOf(serversOf({ a: a.url })));
    await until(() => told.includes('prompts') && told.includes('resources'));
  });

  it('lets a server that took the place of another keep to the log level that a session set', async () => {
    const [a, b] = [await startFixture(), await startFixture()];
    const { gateway, url } = await startGateway(serversOf({ s: a.url }));
    const client = await connect('v2', url);
    await client.setLoggingLevel('error');
    await gateway.reload(configOf(serversOf({ s: b.url })));
    await gateway.settled();
    await client.callTool({ name: 's__echo', arguments: { text: 'x' } });
    expect(b.seen.levels).toEqual(['error']);
  });

  it('that is refused changes nothing, and shows', async () => {
    const { url: upstream } = await startFixture();
    const running = await startGateway(serversOf({ a: upstream }));
    const client = await connect('v2', running.url);
    const broken = configOf('servers: {}\n', { apis: [{ name: 'x' }] });
    await expect(running.gateway.reload(broken)).rejects.toBeInstanceOf(ConfigurationError);
    running.gateway.refused('gateway.yaml: it is broken');
    expect(await names(client)).toEqual(['a__echo']);
    const status = JSON.parse((await ask(running.port, '/status')).text);
    expect(status.configuration.refused.reason).toBe('gateway.yaml: it is broken');
    expect(running.log.join('\n')).toContain('configuration refused; the previous one stays in use');
    await running.gateway.reload(configOf(serversOf({ a: upstream })));
    expect(JSON.parse((await ask(running.port, '/status')).text).configuration.refused).toBeNull();
  });

  it('names what only a new start takes over', async () => {
    const { url: upstream } = await startFixture();
    const { gateway } = await startGateway(serversOf({ a: upstream }));
    await gateway.reload(configOf(serversOf({ a: upstream }), { listen: { host: '127.0.0.1', port: 1 }, store: { type: 'memory' } }));
    expect(gateway.status().configuration).toMatchObject({ needs_restart: ['listen', 'store'] });
  });
});

describe('REST APIs', () => {
  it('are tools beside those of servers', async () => {
    const { url: upstream } = await startFixture();
    const { port } = await httpServer(answering(200, '{"id":7}', { 'content-type': 'application/json' }));
    const api = {
      name: 'shop',
      base_url: `http://127.0.0.1:${port}`,
      endpoints: [{ name: 'get_item', method: 'GET', path: '/items/{id}', parameters: { id: { in: 'path', type: 'integer' } } }],
    };
    const { url } = await startGateway(configOf(serversOf({ a: upstream }), { apis: [api] }));
    const client = await connect('v2', url);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('shop__get_item');
    expect(await client.callTool({ name: 'shop__get_item', arguments: { id: 7 } })).toMatchObject({
      content: [{ text: '{\n  "id": 7\n}' }],
    });
    await expect(client.callTool({ name: 'shop__get_item', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: "Tool 'shop__get_item' validation failed: Missing required path parameter: 'id'",
    });
  });

  it('take over variables that a reload brings', async () => {
    const seen: unknown[] = [];
    const { port } = await httpServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const endpoints = [{ name: 'get', method: 'GET', path: '/' }];
    const api = { name: 'shop', base_url: `http://127.0.0.1:${port}`, auth: { header: 'Authorization', value: 'Bearer ${T}' }, endpoints };
    const config = configOf('servers: {}\n', { apis: [api] });
    const { url, gateway } = await startGateway(config, { env: { T: 'one' } });
    const client = await connect('v2', url);
    await client.callTool({ name: 'shop__get', arguments: {} });
    await gateway.reload(config, { T: 'two' });
    await client.callTool({ name: 'shop__get', arguments: {} });
    expect(seen).toEqual(['Bearer one', 'Bearer two']);
  });

  it('that are wrong stop the start', async () => {
    await expect(startGateway(configOf('servers: {}\n', { apis: [{ name: 'x', endpoints: 1 }] }))).rejects.toMatchObject({
      findings: [{ path: ['apis', 0, 'endpoints'] }],
    });
  });
});

describe('sessions in the store', () => {
  async function two(more = '') {
    const fixture = await startFixture();
    const texts = new Map<string, string>();
    const text = `${serversOf({ s: fixture.url })}${more}`;
    const [first, second] = [
      await startGateway(text, { store: memoryStore(texts) }),
      await startGateway(text, { store: memoryStore(texts) }),
    ];
    return { fixture, texts, first, second };
  }

  it('go on at another replica, with what their client wanted to hear of', async () => {
    const { fixture, texts, first, second } = await two();
    const session = await opened(first.port);
    await post(first.port, rpc('logging/setLevel', { level: 'error' }), session);
    await post(first.port, rpc('resources/subscribe', { uri: 'test://r' }), session);
    expect(JSON.stringify([...texts])).not.toContain(session['mcp-session-id']);
    await first.gateway.drain();
    expect((await post(second.port, rpc('ping'), session)).status).toBe(200);
    await until(() => fixture.seen.levels.length === 2);
    const stream = new AbortController();
    const listening = await fetch(`http://127.0.0.1:${second.port}/mcp`, {
      headers: { ...session, accept: 'text/event-stream' },
      signal: stream.signal,
    });
    const reader = listening.body!.getReader();
    const event = reader.read();
    await until(() => (second.gateway.status().sessions as number) === 1 && fixture.listening());
    await fixture.resourceUpdated('test://r');
    expect(Buffer.from((await event).value!).toString()).toContain('notifications/resources/updated');
    stream.abort();
  });

  it('end everywhere, and stay with their profile and key', async () => {
    const { first, second } = await two('profiles: [{name: p1, servers: [s]}]\nauth: {api_keys: [k1, k2]}\n');
    const session = await opened(first.port, { 'x-api-key': 'k1' }, '/mcp/p/p1');
    const statuses = async () =>
      Promise.all([
        post(second.port, rpc('ping'), session).then(({ status }) => status),
        post(second.port, rpc('ping'), { ...session, 'x-api-key': 'k2' }, '/mcp/p/p1').then(({ status }) => status),
        post(second.port, rpc('ping'), session, '/mcp/p/p1').then(({ status }) => status),
      ]);
    expect(await statuses()).toEqual([404, 404, 200]);
    expect((await ask(second.port, '/mcp/p/p1', { method: 'DELETE', headers: session })).status).toBe(200);
    const third = await startGateway(configOf('servers: {}\n', { profiles: [{ name: 'p1', servers: [] }] }), { store: second.store });
    expect((await post(third.port, rpc('ping'), session, '/mcp/p/p1')).status).toBe(404);
  });

  it('that are damaged are not there; one of an older version is, whatever its clock said', async () => {
    const { texts, first, second } = await two();
    const session = await opened(first.port);
    const [[key, text]] = [...texts].filter(([name]) => name.includes('sessions')) as [[string, string]];
    for (const damaged of ['', '{', 'null', '{"identity":1}', '{"ended":true}']) {
      texts.set(key, damaged);
      expect([damaged, (await post(second.port, rpc('ping'), session)).status]).toEqual([damaged, 404]);
    }
    texts.set(key, text.replace(/"lastSeen":\d+/, '"lastSeen":5'));
    expect((await post(second.port, rpc('ping'), session)).status).toBe(200);
  });
});

describe('a drain', () => {
  it('lets calls in flight end, refuses new ones, then ends sessions and streams', async () => {
    const fixture = await startFixture();
    const { gateway, url, port } = await startGateway(serversOf({ a: fixture.url }));
    const client = await connect('v2', url);
    const call = client.callTool({ name: 'a__slow', arguments: { ms: 400 } });
    await until(() => fixture.seen.calls.length === 1);
    const drained = gateway.drain();
    expect((await ask(port, '/readyz')).status).toBe(503);
    const refused = await ask(port, '/mcp', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    expect([refused.status, JSON.parse(refused.text).error.message]).toEqual([503, 'The gateway is stopping']);
    expect(await call).toMatchObject({ content: [{ text: 'late' }] });
    await drained;
    expect(gateway.status()).toMatchObject({ phase: 'stopped', sessions: 0, requests_under_way: 0 });
    await until(() => fixture.open() === 0);
  });

  it('answers requests that wait for the store', async () => {
    const store = memoryStore();
    const { url: upstream } = await startFixture();
    const { gateway, port } = await startGateway(serversOf({ a: upstream }), { store });
    const [called, ended, listened] = [await opened(port), await opened(port), await opened(port)];
    let answer = () => {};
    const answers = new Promise<void>(resolve => (answer = resolve));
    for (const method of ['renew', 'update'] as const) {
      const real = store[method].bind(store) as (...given: unknown[]) => Promise<string | undefined>;
      jest.spyOn(store, method).mockImplementation((...given: unknown[]) => answers.then(() => real(...given)));
    }
    const requests = [
      post(port, hello),
      post(port, rpc('tools/call', { name: 'a__echo', arguments: { text: 'hi' } }), called),
      ask(port, '/mcp', { method: 'DELETE', headers: ended }),
      ask(port, '/mcp', { headers: { accept: 'text/event-stream', ...listened } }),
    ];
    await until(() => (store.renew as jest.Mock).mock.calls.length >= 3);
    const drained = gateway.drain();
    setTimeout(answer, 100);
    const all = await Promise.all(requests);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(all[1]!.text).toContain('hi');
    await drained;
  });

  it('answers what does not end in time', async () => {
    const fixture = await startFixture();
    const config = configOf(serversOf({ a: fixture.url }));
    const { gateway, url } = await startGateway({ ...config, timeouts: { ...config.timeouts, drain: 50 } });
    const client = await connect('v2', url);
    const call = client.callTool({ name: 'a__slow', arguments: { ms: 60_000 } });
    await until(() => fixture.seen.calls.length === 1);
    await gateway.drain();
    expect(await call).toMatchObject({
      isError: true,
      content: [{ text: 'tools/call was ended: the gateway stops' }],
      _meta: { 'mcpgw/failure': { failure_mode: 'cancelled' } },
    });
    expect(fixture.seen.cancelled).toHaveLength(1);
  });

  it('sends answers to their last byte', async () => {
    const large = 'x'.repeat(20 * 1024 * 1024);
    const { url: upstream } = await httpServer(
      rpcListener(method =>
        method === 'initialize'
          ? initializeResult()
          : method === 'tools/list'
            ? { tools: [{ name: 'large', inputSchema: { type: 'object' } }] }
            : { content: [{ type: 'text', text: large }] },
      ),
    );
    const { gateway, port } = await startGateway(serversOf({ a: upstream }));
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a__large","arguments":{}}}';
    const socket = connectTcp(port, '127.0.0.1');
    let received = 0;
    const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise<void>(resolve => socket.once('readable', () => resolve()));
    const drained = gateway.drain();
    await new Promise(resolve => setTimeout(resolve, 200));
    socket.on('data', chunk => (received += chunk.length));
    await Promise.all([drained, closed]);
    expect(received).toBeGreaterThan(large.length);
  });

  it('ends those who listen normally', async () => {
    const { url: upstream } = await startFixture();
    const { gateway, url } = await startGateway(serversOf({ a: upstream }));
    const client = await connect('modern', url);
    const subscription = await client.listen({ toolsListChanged: true });
    await gateway.drain();
    expect(await subscription.closed).toBe('graceful');
  });
});

describe('standard input and output', () => {
  async function stdio(text = '') {
    const { url } = await startFixture();
    const running = await startGateway(`${serversOf({ s: url })}${text}`);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const lines: string[] = [];
    let rest = '';
    output.on('data', (chunk: Buffer) => {
      const parts = `${rest}${chunk}`.split('\n');
      rest = parts.pop()!;
      lines.push(...parts);
    });
    const ended = running.gateway.stdio({ input, output });
    const say = (message: object | string) =>
      input.write(`${typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answer = async (id: unknown) => JSON.parse(await until(() => lines.find(line => JSON.parse(line).id === id)));
    return { say, answer, lines, input, ended, ...running };
  }

  const hello = {
    id: 'i',
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };

  it('speaks to one client, in lines', async () => {
    const { say, answer, input, ended, gateway } = await stdio();
    say(hello);
    expect((await answer('i')).result.protocolVersion).toBe('2025-06-18');
    say({ id: 1, method: 'tools/call', params: { name: 's__echo', arguments: { text: 'line\nbreak' } } });
    expect((await answer(1)).result.content[0].text).toBe('line\nbreak');
    say(hello);
    input.end();
    await ended;
    expect(gateway.status().sessions).toBe(0);
  });

  it('speaks 2026-07-28 too, without a session', async () => {
    const { say, answer } = await stdio();
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    say({ id: 1, method: 'server/discover', params: { _meta } });
    expect((await answer(1)).result.supportedVersions).toEqual(['2026-07-28']);
  });

  it('refuses what is no message, and goes on', async () => {
    const { say, answer, lines } = await stdio('limits: {body_bytes: 2048}\n');
    say('{');
    say('[]');
    say(`{"jsonrpc":"2.0","id":9,"method":"${'x'.repeat(5000)}"}`);
    say({ id: 2, method: 'ping' });
    await answer(2);
    expect(lines.slice(0, 3).map(line => JSON.parse(line).error.code)).toEqual([-32700, -32600, -32600]);
  });

  it.each<[string, unknown, string]>([
    ['first', 9, '{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":"PAD"}}'],
    ['last', 'nine', '{"method":"ping","params":{"a":"PAD"},"jsonrpc":"2.0","id":"nine"}'],
    ['in its parameters', null, '{"jsonrpc":"2.0","method":"ping","params":{"a":"PAD","id":9}}'],
    ['of an answer', null, '{"jsonrpc":"2.0","id":9,"result":{"method":"PAD"}}'],
    ['of an answer, last', null, '{"result":{"method":"PAD"},"jsonrpc":"2.0","id":9}'],
  ])('names the request that is too long, with an id %s', async (_where, id, text) => {
    const { input, say, answer, lines } = await stdio('limits: {body_bytes: 2048}\n');
    const bytes = Buffer.from(`${text.replace('PAD', 'é'.repeat(9_000))}\n`);
    for (let at = 0; at < bytes.length; at += 1_001) input.write(bytes.subarray(at, at + 1_001));
    say({ id: 2, method: 'ping' });
    await answer(2);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      id,
      error: { code: -32600, message: 'Invalid request: the message has more than 2048 bytes', data: { failure_mode: 'invalid_request' } },
    });
  });

  it('reads characters that are cut between chunks, and holds no line without an end', async () => {
    const { input, say, answer, lines } = await stdio('limits: {body_bytes: 2048}\n');
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    const text = 'a\u00e9\u20ac\u{1f600}';
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 's__echo', arguments: { text } } };
    for (const byte of Buffer.from(`${JSON.stringify(call)}\n`)) input.write(Buffer.of(byte));
    expect((await answer(3)).result.content).toEqual([{ type: 'text', text }]);
    for (let piece = 0; piece < 1_000; piece++) input.write(Buffer.alloc(65_536, 'x'));
    input.write('\n');
    say({ id: 4, method: 'ping' });
    await answer(4);
    expect(lines.map(line => JSON.parse(line).id)).toEqual([1, 3, null, 4]);
  });

  it('ends a client that reads nothing once more waits than limits.unread_bytes', async () => {
    const { url } = await startFixture();
    const { gateway, log } = await startGateway(`${serversOf({ s: url })}limits: {unread_bytes: 1048576}\n`);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const ended = gateway.stdio({ input, output });
    for (let id = 0; id < 10_000; id++) input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'x'.repeat(100) })}\n`);
    await ended;
    expect(output.writableLength + output.readableLength).toBeLessThan(2 * 1_048_576);
    expect(log.filter(line => line.startsWith('client cut off'))).toEqual([
      expect.stringMatching(/"reason":"unread_bytes",.*"client":"standard input and output","limits\.unread_bytes":1048576\}$/),
    ]);
  });

  it('refuses requests above the total that may be in flight, by their ids, and goes on', async () => {
    const { say, answer } = await stdio();
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    const pad = 'x'.repeat(4_000_000);
    for (let id = 0; id < 14; id++) say({ id, method: 'tools/call', params: { name: 's__slow', arguments: { ms: 60_000, pad }, _meta } });
    expect((await answer(13)).error).toEqual({
      code: -32603,
      message: 'Too many bytes of requests are in flight; try again when some of them are answered',
      data: { failure_mode: 'overloaded', failure_category: 'transport_failure' },
    });
    say({ id: 'p', method: 'ping' });
    expect((await answer('p')).result).toEqual({});
  });

  it('sends what was answered when the gateway stops, and refuses what comes then', async () => {
    const { url } = await startFixture();
    const { gateway } = await startGateway(serversOf({ s: url }));
    const [input, output] = [new PassThrough(), new PassThrough()];
    void gateway.stdio({ input, output });
    for (let id = 0; id < 2000; id++) input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'x'.repeat(100) })}\n`);
    await until(() => output.writableLength > 65_536);
    const drained = gateway.drain();
    input.write('{"jsonrpc":"2.0","id":"late","method":"ping"}\n');
    let text = '';
    output.on('data', chunk => (text += chunk));
    await drained;
    const answers = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(answers.filter(({ id }) => typeof id === 'number')).toHaveLength(2000);
    expect(answers.find(({ id }) => id === 'late')?.error.data.failure_mode).toBe('stopping');
  });

  it('takes calls back', async () => {
    const { say, lines, gateway } = await stdio();
    say(hello);
    say({ id: 5, method: 'tools/call', params: { name: 's__slow', arguments: { ms: 60_000 } } });
    await until(() => gateway.status().requests_under_way === 1);
    say({ method: 'notifications/cancelled', params: { requestId: 5 } });
    await until(() => gateway.status().requests_under_way === 0);
    expect(lines.map(line => JSON.parse(line).id)).not.toContain(5);
  });
});
