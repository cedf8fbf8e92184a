/** The endpoint at the level of HTTP and JSON-RPC. */
import { defaultServeConfig } from '@mcpgw/mcp-config';
import { until } from '../../../../test/helpers/until.js';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { ask } from '../ask.js';
import { configOf, endAll, type Running, serversOf, startGateway } from './harness.js';

afterEach(endAll);

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function started(more = ''): Promise<Running> {
  const { url } = await startFixture();
  return startGateway(`${serversOf({ s: url })}${more}`);
}

const post = ({ port }: Running, body: unknown, more: Record<string, string> = {}, path = '/mcp') =>
  ask(port, path, { method: 'POST', headers: { ...headers, ...more }, body: typeof body === 'string' ? body : JSON.stringify(body) });

const rpc = (method: string, params?: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, ...(params && { params }) });

const initialize = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } });

async function open(running: Running, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { headers: given } = await post(running, initialize, more);
  return { 'mcp-session-id': String(given['mcp-session-id']), ...more };
}

const errorOf = (text: string) => (JSON.parse(text) as { id: unknown; error: { code: number; message: string; data?: unknown } }).error;

describe('malformed bodies', () => {
  it.each([
    ['{', 400, -32700, 'Invalid JSON'],
    ['[1]', 400, -32600, /^Invalid request/],
    ['{"jsonrpc":"2.0","id":1}', 400, -32600, /^Invalid request: 'method'/],
    ['{"jsonrpc":"2.0","id":1,"method":"nope"}', 200, -32601, 'Unknown method: nope'],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200, -32602, 'Missing params for tools/call'],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}', 200, -32602, /^Invalid params: 'name'/],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600, 'Invalid request: batches are not taken'],
  ])('%s', async (body, status, code, message) => {
    const answer = await post(await started(), body);
    expect({ status: answer.status, ...errorOf(answer.text) }).toMatchObject({
      status,
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      data: { failure_category: 'contract_violation' },
    });
  });
});

describe('sessions', () => {
  it('name the version that the client asked for, where it is known', async () => {
    const running = await started();
    for (const [asked, given] of [
      ['2025-03-26', '2025-03-26'],
      ['2024-11-05', '2024-11-05'],
      ['1999-01-01', '2025-11-25'],
    ]) {
      const { text } = await post(
        running,
        rpc('initialize', { protocolVersion: asked, capabilities: {}, clientInfo: { name: 't', version: '1' } }),
      );
      expect(JSON.parse(text).result).toMatchObject({ protocolVersion: given, serverInfo: { name: 'mcpgw', version: '9.9.9' } });
    }
  });

  it('have ids that are not guessed, and end', async () => {
    const running = await started();
    const session = await open(running);
    expect(session['mcp-session-id']).toMatch(/^[\w-]{32}$/);
    expect((await post(running, rpc('ping'), { 'mcp-session-id': 'x' })).status).toBe(404);
    expect((await post(running, rpc('ping'), session)).text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect((await ask(running.port, '/mcp', { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await post(running, rpc('ping'), session)).status).toBe(404);
  });

  it('belong to their profile', async () => {
    const running = await started('profiles: [{name: p1, servers: [s]}]\n');
    const session = await open(running);
    expect((await post(running, rpc('ping'), session, '/mcp/p/p1')).status).toBe(404);
    expect((await post(running, rpc('ping'), {}, '/mcp/p/nope')).status).toBe(404);
  });

  it('a client without one is served, as far as that goes', async () => {
    const running = await started();
    const { text } = await post(running, rpc('tools/call', { name: 's:echo', arguments: { text: 'x' } }));
    expect(JSON.parse(text).result.content).toEqual([{ type: 'text', text: 'x' }]);
    const refused = await post(running, rpc('resources/subscribe', { uri: 'test://r' }));
    expect(errorOf(refused.text)).toMatchObject({
      code: -32600,
      message: 'Invalid request: subscriptions need a session; initialize first',
    });
  });

  const refusedFor =
    'Invalid request: Too many requests of this session: 2 are in flight (limits.calls_per_session) and 1 wait (limits.queued_calls_per_session)';

  it('the same id twice at once, and more than may wait, are refused', async () => {
    const running = await started('limits: {calls_per_session: 2, queued_calls_per_session: 1}\n');
    const session = await open(running);
    const slow = (id: number) => post(running, rpc('tools/call', { name: 's:slow', arguments: { ms: 1500 } }, id), session);
    const outcomes = async (...ids: number[]) => {
      const answers = await Promise.all(ids.map(slow));
      return answers.map(({ text }) => JSON.parse(text).result?.content[0].text ?? errorOf(text).message).sort();
    };
    expect(await outcomes(1, 1)).toEqual(['Invalid request: A request with this ID is in flight', 'late']);
    expect(await outcomes(2, 3, 4, 5)).toEqual([refusedFor, 'late', 'late', 'late']);
  });

  it('200 calls of one session at once are all answered, and more than the default go on in turn', async () => {
    const running = await started();
    const session = await open(running);
    const calls = Array.from({ length: 200 }, (_, id) =>
      post(running, rpc('tools/call', { name: 's:slow', arguments: { ms: 50 } }, id), session),
    );
    const texts = (await Promise.all(calls)).map(({ text }) => JSON.parse(text).result?.content[0].text);
    expect(texts.filter(text => text !== 'late')).toEqual([]);
  });

  it('who waits too long is told the limits; who is taken back, or waits when a ping comes, is not in its way', async () => {
    const running = await started('limits: {calls_per_session: 1}\ntimeouts: {queue: 200ms}\n');
    const session = await open(running);
    const first = post(running, rpc('tools/call', { name: 's:slow', arguments: { ms: 2000 } }, 1), session);
    await until(() => running.gateway.status().requests_under_way === 1);
    const second = post(running, rpc('tools/call', { name: 's:echo', arguments: { text: 'x' } }, 2), session);
    await until(() => running.gateway.status().requests_under_way === 2);
    expect(JSON.parse((await post(running, rpc('ping', undefined, 3), session)).text).result).toEqual({});
    expect(errorOf((await second).text)).toEqual({
      code: -32600,
      message:
        'Invalid request: The request waited 0.2 s (timeouts.queue) for one of the 1 requests of this session in flight (limits.calls_per_session) to end; it was not made',
      data: {
        failure_mode: 'too_many_requests',
        failure_category: 'contract_violation',
        limits: { 'limits.calls_per_session': 1, 'limits.queued_calls_per_session': 1000, 'timeouts.queue_ms': 200 },
      },
    });
    expect(JSON.parse((await first).text).result.content[0].text).toBe('late');
  });

  it.each([
    ['GET', { accept: 'application/json' }, 406],
    ['GET', { accept: 'text/event-stream' }, 400],
    ['GET', { accept: 'text/event-stream', 'mcp-session-id': 'x' }, 404],
    ['DELETE', {}, 400],
    ['PUT', {}, 405],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { ...headers, 'content-encoding': 'gzip' }, 415],
    ['POST', { 'content-type': 'application/json', accept: 'text/html' }, 406],
    ['POST', { ...headers, 'mcp-protocol-version': '1999-01-01' }, 400],
  ])('%s %j is answered %s', async (method, given, status) => {
    const running = await started();
    const answer = await ask(running.port, '/mcp', {
      method,
      headers: given,
      ...(method === 'POST' && { body: JSON.stringify(rpc('ping')) }),
    });
    expect(answer.status).toBe(status);
  });
});

describe('answers', () => {
  it('are JSON where nothing is said before them, streams where a client takes nothing else', async () => {
    const running = await started();
    const json = await post(running, rpc('ping'));
    expect([json.headers['content-type'], json.text]).toEqual(['application/json', '{"jsonrpc":"2.0","id":1,"result":{}}']);
    const stream = await post(running, rpc('ping'), { accept: 'text/event-stream' });
    expect([stream.headers['content-type'], stream.text]).toEqual([
      'text/event-stream',
      'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    ]);
  });

  it('carry progress on the stream of their request', async () => {
    const running = await started();
    const { text } = await post(
      running,
      rpc('tools/call', { name: 's:progress', arguments: { text: 'x' }, _meta: { progressToken: 'own' } }),
    );
    const events = text.split('\n\n').filter(Boolean);
    expect(events).toHaveLength(4);
    expect(JSON.parse(events[0]!.slice('event: message\ndata: '.length))).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progress: 1, total: 3, message: 'x', progressToken: 'own' },
    });
  });

  it('the same bytes of tools/list for every client', async () => {
    const running = await started();
    const texts = await Promise.all([1, 2, 3].map(() => post(running, rpc('tools/list'))));
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  });
});

describe('revision 2026-07-28', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const modern = (method: string, params: object = {}, more: Record<string, string> = {}) =>
    [rpc(method, { ...params, _meta: meta }), { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...more }] as const;

  it('says what it is, without a session', async () => {
    const answer = await post(await started(), ...modern('server/discover'));
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(JSON.parse(answer.text).result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      serverInfo: { name: 'mcpgw' },
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  it('answers lists that may not be kept, and results that are whole', async () => {
    const running = await started();
    expect(JSON.parse((await post(running, ...modern('tools/list'))).text).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
    const call = await post(running, ...modern('tools/call', { name: 's:echo', arguments: { text: 'x' } }, { 'mcp-name': 's:echo' }));
    expect(JSON.parse(call.text).result).toMatchObject({ resultType: 'complete', content: [{ text: 'x' }] });
  });

  it('has no method that it dropped', async () => {
    const answer = await post(await started(), ...modern('ping'));
    expect([answer.status, errorOf(answer.text).code]).toEqual([404, -32601]);
  });
});

describe('what is around the endpoint', () => {
  it('says that it lives, that it is ready, and how it is', async () => {
    const running = await started();
    expect((await ask(running.port, '/healthz')).text).toBe('{"status":"ok"}\n');
    expect((await ask(running.port, '/readyz')).text).toBe('{"status":"ready"}\n');
    expect(JSON.parse((await ask(running.port, '/status')).text)).toMatchObject({
      version: '9.9.9',
      phase: 'ready',
      servers: [{ name: 's', state: 'ready', tools: { callable: 8 } }],
      configuration: { refused: null, needs_restart: [] },
    });
    expect((await ask(running.port, '/nope')).status).toBe(404);
  });

  it('counts what it does, and tells web pages nothing', async () => {
    const running = await started();
    await post(running, rpc('tools/call', { name: 's:echo', arguments: { text: 'x' } }));
    await post(running, rpc('tools/call', { name: 's:nope' }));
    const { text } = await ask(running.port, '/metrics');
    expect(text).toContain('mcpgw_requests_total{method="tools/call",outcome="ok"} 1\n');
    expect(text).toContain('mcpgw_requests_total{method="tools/call",outcome="contract_violation"} 1\n');
    expect(text).toContain('mcpgw_upstream_state{server="s",state="ready"} 1\n');
    expect((await ask(running.port, '/metrics', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    const off = await started('metrics: false\n');
    expect((await ask(off.port, '/metrics')).status).toBe(404);
  });

  it('is ready with dead servers, whose tools say so', async () => {
    const { url, stop } = await startFixture();
    await stop();
    const running = await startGateway(serversOf({ gone: url }));
    expect((await ask(running.port, '/readyz')).status).toBe(200);
    const { text } = await post(running, rpc('tools/call', { name: 'gone:echo', arguments: {} }));
    expect(JSON.parse(text).result).toMatchObject({
      isError: true,
      _meta: { 'mcpgw/failure': { failure_category: 'transport_failure', server: 'gone' } },
    });
  });

  it('passes trace context on, from headers and from _meta', async () => {
    const fixture = await startFixture();
    const running = await startGateway(serversOf({ s: fixture.url }));
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const other = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
    const call = (meta?: object) => rpc('tools/call', { name: 's:echo', arguments: { text: 'x' }, ...(meta && { _meta: meta }) });
    await post(running, call(), { traceparent, tracestate: 'k=v' });
    await post(running, call({ traceparent: other, own: 1 }), { traceparent });
    expect(fixture.seen.calls.map(({ meta, headers: { traceparent: sent, tracestate } }) => ({ meta, sent, tracestate }))).toEqual([
      { meta: { traceparent, tracestate: 'k=v' }, sent: traceparent, tracestate: 'k=v' },
      { meta: { traceparent: other, own: 1 }, sent: other, tracestate: undefined },
    ]);
  });

  it('lets pages of trusted origins call, as their browsers ask', async () => {
    const running = await started('trusted_origins: ["https://chat.example"]\n');
    const origin = { origin: 'https://chat.example' };
    const preflight = await ask(running.port, '/mcp', {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, 'https://chat.example']);
    expect((await post(running, rpc('ping'), origin)).status).toBe(200);
    expect((await post(running, rpc('ping'), { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('keys', () => {
  it('are asked for where they are set, in either header', async () => {
    const running = await started('auth: {api_keys: [first-key, second-key]}\n');
    const refused = await post(running, rpc('ping'));
    expect([refused.status, refused.headers['www-authenticate'], errorOf(refused.text).message]).toEqual([
      401,
      'Bearer',
      'The key is missing or wrong',
    ]);
    expect((await post(running, rpc('ping'), { authorization: 'Bearer first-ke' })).status).toBe(401);
    expect((await post(running, rpc('ping'), { authorization: 'bearer second-key' })).status).toBe(200);
    expect((await post(running, rpc('ping'), { 'x-api-key': 'first-key' })).status).toBe(200);
    expect((await ask(running.port, '/status')).status).toBe(401);
    expect((await ask(running.port, '/healthz')).status).toBe(200);
  });

  it('do not open the sessions of others', async () => {
    const running = await started('auth: {api_keys: [first-key, second-key]}\n');
    const session = await open(running, { 'x-api-key': 'first-key' });
    expect((await post(running, rpc('ping'), session)).status).toBe(200);
    expect((await post(running, rpc('ping'), { ...session, 'x-api-key': 'second-key' })).status).toBe(404);
  });
});

describe('the log', () => {
  it('names calls and failures, and holds no argument, header or key', async () => {
    const running = await started('auth: {api_keys: [secret-key]}\n');
    await post(running, rpc('tools/call', { name: 's:echo', arguments: { text: 'secret-argument' } }), { 'x-api-key': 'secret-key' });
    await post(running, rpc('tools/call', { name: 's:nope', arguments: { text: 'secret-argument' } }), { 'x-api-key': 'secret-key' });
    const log = running.log.join('\n');
    expect(log).toMatch(/request failed .*"tool":"s:nope".*"mode":"unknown_tool"/);
    expect(log).not.toContain('secret-');
  });
});

describe('clients that go away', () => {
  it('end their call', async () => {
    const fixture = await startFixture();
    const running = await startGateway(serversOf({ s: fixture.url }));
    const controller = new AbortController();
    const url = `http://127.0.0.1:${running.port}/mcp`;
    const body = JSON.stringify(rpc('tools/call', { name: 's:slow', arguments: { ms: 60_000 } }));
    const answer = fetch(url, { method: 'POST', headers, body, signal: controller.signal });
    await until(() => fixture.seen.calls.length === 1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await until(() => fixture.seen.cancelled.length === 1);
    await until(() => running.gateway.status().requests_under_way === 0);
  });

  it('end the stream of their session with it', async () => {
    const running = await started();
    const session = await open(running);
    const listening = await fetch(`http://127.0.0.1:${running.port}/mcp`, { headers: { accept: 'text/event-stream', ...session } });
    await ask(running.port, '/mcp', { method: 'DELETE', headers: session });
    expect(await listening.text()).toMatch(/^id: \S+\nretry: 1000\ndata: \n\n$/);
  });

  it('idle sessions end, those with a stream stay', async () => {
    const running = await startGateway(
      configOf(serversOf({ s: (await startFixture()).url }), {
        limits: { ...defaultServeConfig.limits, sessions: 2 },
      }),
    );
    const [first, second] = [await open(running), await open(running)];
    const stream = new AbortController();
    const listening = await fetch(`http://127.0.0.1:${running.port}/mcp`, {
      headers: { accept: 'text/event-stream', ...first },
      signal: stream.signal,
    });
    expect(listening.status).toBe(200);
    const third = await open(running);
    const statuses = await Promise.all([first, second, third].map(async session => (await post(running, rpc('ping'), session)).status));
    expect(statuses).toEqual([200, 404, 200]);
    stream.abort();
  });
});
