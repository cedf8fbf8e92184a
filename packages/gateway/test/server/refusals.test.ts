/** Every refusal of the HTTP front that comes before a request is dispatched: status, failure mode and category, and its row in the docs. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startFixture } from '../../../upstreams/test/fixtures.js';
import { configOf, endAll, type Running, startGateway } from './harness.js';

let running: Running;

beforeAll(async () => {
  const { url } = await startFixture();
  const settings = {
    servers: { s: { url, trust_mode: 'auto' } },
    auth: { api_keys: ['key'] },
    limits: { body_bytes: 1024 },
    timeouts: { headers: '1s', request: '1s' },
    metrics: false,
  };
  running = await startGateway(configOf(JSON.stringify(settings)));
});
afterAll(endAll);

/** Sends bytes as they are, and keeps the connection; gives what came back until the other side closed. */
function raw(text: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(running.port, '127.0.0.1');
    let answer = '';
    socket.on('data', chunk => (answer += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });
}

const key = 'Authorization: Bearer key';
const json = 'Content-Type: application/json';
const head = (line: string, ...more: string[]) => [line, 'Host: localhost', 'Connection: close', ...more, '', ''].join('\r\n');
const post = (body: string, ...more: string[]) => head('POST /mcp HTTP/1.1', key, json, ...more, `Content-Length: ${body.length}`) + body;
const invalid = 'contract_violation';
const rpc = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', ...more });

const cases: [string, string, number, string, string][] = [
  ['no HTTP', 'hello\r\n\r\n', 400, 'invalid_request', invalid],
  ['two lengths', head('POST /mcp HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'), 400, 'invalid_request', invalid],
  [
    'a length beside chunks',
    head('POST /mcp HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    400,
    'invalid_request',
    invalid,
  ],
  ['no Host', `GET /mcp HTTP/1.1\r\nConnection: close\r\n\r\n`, 400, 'invalid_request', invalid],
  ['two Hosts', head('GET /mcp HTTP/1.1', 'Host: localhost'), 400, 'invalid_request', invalid],
  ['a target that is not a path', head('OPTIONS * HTTP/1.1'), 400, 'invalid_request', invalid],
  ['no JSON', post('{'), 400, 'invalid_json', invalid],
  ['a member twice', post('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'), 400, 'invalid_request', invalid],
  ['a batch', post(`[${rpc({})}]`), 400, 'invalid_request', invalid],
  ['an unknown revision', post(rpc({}), 'Mcp-Protocol-Version: 1999-01-01'), 400, 'invalid_request', invalid],
  ['a stream without a session', head('GET /mcp HTTP/1.1', key, 'Accept: text/event-stream'), 400, 'invalid_request', invalid],
  ['the end of no session', head('DELETE /mcp HTTP/1.1', key), 400, 'invalid_request', invalid],
  ['no key', head('GET /status HTTP/1.1'), 401, 'unauthorized', invalid],
  ['a wrong key', head('POST /mcp HTTP/1.1', 'X-Api-Key: other', json), 401, 'unauthorized', invalid],
  ['a foreign name', 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 403, 'forbidden', invalid],
  ['a foreign origin', head('POST /mcp HTTP/1.1', key, json, 'Origin: https://evil.example'), 403, 'forbidden', invalid],
  ['nothing there', head('GET /none HTTP/1.1'), 404, 'not_found', invalid],
  ['metrics that are off', head('GET /metrics HTTP/1.1'), 404, 'not_found', invalid],
  ['a session that is none', post(rpc({}), 'Mcp-Session-Id: none'), 404, 'session_not_found', invalid],
  ['another method', head('PUT /mcp HTTP/1.1', key), 405, 'invalid_request', invalid],
  ['an answer in no form that there is', post(rpc({}), 'Accept: text/html'), 406, 'invalid_request', invalid],
  ['a stream in another form', head('GET /mcp HTTP/1.1', key, 'Accept: application/json'), 406, 'invalid_request', invalid],
  ['headers that do not come', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n', 408, 'request_timeout', invalid],
  [
    'a body that does not come',
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${key}\r\n${json}\r\nContent-Length: 10\r\n\r\n{`,
    408,
    'request_timeout',
    invalid,
  ],
  ['a large body', post(rpc({ params: { x: 'x'.repeat(2000) } })), 413, 'too_large', invalid],
  [
    'chunk extensions without end',
    `${head('POST /mcp HTTP/1.1', key, json, 'Transfer-Encoding: chunked')}1;${'x'.repeat(1 << 17)}\r\n`,
    413,
    'too_large',
    invalid,
  ],
  ['another type', head('POST /mcp HTTP/1.1', key, 'Content-Type: text/plain'), 415, 'invalid_request', invalid],
  ['a compressed body', post(rpc({}), 'Content-Encoding: gzip'), 415, 'invalid_request', invalid],
  ['an expectation', head('POST /mcp HTTP/1.1', key, json, 'Expect: x-magic'), 417, 'invalid_request', invalid],
  ['large headers', head('POST /mcp HTTP/1.1', `X-Large: ${'x'.repeat(1 << 17)}`), 431, 'too_large', invalid],
];

it.each(cases)('%s', async (_what, text, status, mode, category) => {
  const answer = await raw(text);
  const [start = '', body = ''] = answer.split('\r\n\r\n');
  expect(start).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(start.toLowerCase()).toContain('content-type: application/json');
  const { jsonrpc, id, error } = JSON.parse(body);
  expect([jsonrpc, id === null || id === 1]).toEqual(['2.0', true]);
  expect(error.data).toMatchObject({ failure_mode: mode, failure_category: category });
  expect(error.message).toMatch(/^[A-Z]/);
});

it('stopping: 503', async () => {
  const { url } = await startFixture();
  const stopping = await startGateway(configOf(JSON.stringify({ servers: { s: { url, trust_mode: 'auto' } } })));
  const call = fetch(`http://127.0.0.1:${stopping.port}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: rpc({ method: 'tools/call', params: { name: 's:slow', arguments: { ms: 500 } } }),
  });
  await new Promise<void>(resolve => {
    const look = () => (stopping.gateway.status().requests_under_way === 1 ? resolve() : setTimeout(look, 5));
    look();
  });
  const drained = stopping.gateway.drain();
  const refused = await fetch(`http://127.0.0.1:${stopping.port}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: rpc({}),
  });
  const { error } = (await refused.json()) as { error: { data: object } };
  expect([refused.status, error.data]).toEqual([503, { failure_mode: 'stopping', failure_category: 'contract_violation' }]);
  expect((await call).status).toBe(200);
  await drained;
});

it('docs/serve.md has a row for each', () => {
  const docs = readFileSync(join(__dirname, '../../../../docs/serve.md'), 'utf8');
  const rows = [...docs.matchAll(/^\| (\d{3}) \| ([^|]+) \|[^\n]*\| `([a-z_]+)` \|$/gm)];
  const isTold = (status: number, mode: string, category: string) =>
    rows.some(([, row, modes, kind]) => row === String(status) && modes!.includes(`\`${mode}\``) && kind === category);
  const modes = cases.map(([, , status, mode, category]) => [status, mode, category] as const);
  const others = [
    [503, 'stopping', invalid],
    [503, 'too_many_sessions', invalid],
    [503, 'session_store_unavailable', 'transport_failure'],
    [500, 'internal', 'internal_failure'],
  ] as const;
  expect([...modes, ...others].filter(row => !isTold(...row))).toEqual([]);
});

it('too many sessions: 503', async () => {
  const { url } = await startFixture();
  const full = await startGateway(configOf(JSON.stringify({ servers: { s: { url, trust_mode: 'auto' } }, limits: { sessions: 1 } })));
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const hello = rpc({
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  });
  const open = () => fetch(`http://127.0.0.1:${full.port}/mcp`, { method: 'POST', headers, body: hello });
  const first = await open();
  const gone = new AbortController();
  const listening = await fetch(`http://127.0.0.1:${full.port}/mcp`, {
    headers: { accept: 'text/event-stream', 'mcp-session-id': first.headers.get('mcp-session-id')! },
    signal: gone.signal,
  });
  expect([first.status, listening.status]).toEqual([200, 200]);
  const refused = await open();
  const { error } = (await refused.json()) as { error: { data: object } };
  gone.abort();
  expect([refused.status, error.data]).toEqual([503, { failure_mode: 'too_many_sessions', failure_category: 'contract_violation' }]);
});
