/** Every row of the failure model's outcome table, as a client sees it on the wire: a real HTTP service behind a real gateway. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { defaultServeConfig } from '@mcpgw/mcp-config';
import { memoryStore } from '@mcpgw/store';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { closedPort } from '../../loader/test/servers.js';
import { Gateway } from '../src/server/gateway.js';
import { ask } from './ask.js';

const secret = 'sesame-0123456789';
const seen: string[] = [];

/** A service of posts that misbehaves on request. */
const service: Server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  const json = (status: number, text: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  switch (request.url!.split('?')[0]) {
    case '/hang':
      return;
    case '/500':
      return json(500, '{"error":"boom"}');
    case '/404-empty':
      return json(404, '');
    case '/leak':
      return json(403, `{"denied":"${request.headers.authorization}"}`);
    case '/empty':
      return json(200, '');
    case '/blank':
      return json(200, ' \n ');
    case '/204':
      return response.writeHead(204).end();
    case '/text':
      return response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from('caf\xe9', 'latin1'));
    case '/no-utf8':
      return json(200, Buffer.from([0x22, 0xff, 0x22]) as unknown as string);
    case '/truncated':
      return json(200, '{"id": 1');
    case '/broken-off':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id"');
      return setTimeout(() => response.destroy(), 10);
    case '/reset':
      return request.socket.resetAndDestroy();
    case '/not-http':
      return request.socket.end('SSH-2.0-OpenSSH\r\n\r\n');
    case '/redirect':
      return response.writeHead(302, { location: '/posts/1' }).end();
    case '/206':
      return json(206, '{"id":1}');
    case '/large':
      return json(200, JSON.stringify('x'.repeat(5000)));
    case '/endless':
      return void setInterval(() => response.write('x'.repeat(500)), 1).unref();
    case '/lacking':
      return json(200, '{"title":"no id"}');
    case '/gzip':
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"id":1}'));
    case '/gzip-bomb':
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, 32)));
    case '/exact':
      return json(200, '{"id":12345678901234567890,"x":[]}');
    default:
      return json(200, `{"id":1,"path":${JSON.stringify(request.url)}}`);
  }
});

const get = (name: string, more: object = {}) => ({ name: name.replace('/', ''), method: 'GET', path: name, ...more });
const post = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };

let gateway: Gateway;
let port: number;

function api(url: string, more: object = {}) {
  const plain = ['/500', '/404-empty', '/leak', '/empty', '/blank', '/204', '/no-utf8', '/truncated', '/broken-off', '/reset', '/not-http'];
  const others = ['/redirect', '/206', '/large', '/endless', '/text', '/exact', '/gzip', '/gzip-bomb'];
  return {
    name: 'api',
    base_url: url,
    timeout: 5,
    max_response_bytes: 4000,
    auth: { header: 'Authorization', value: `Bearer ${secret}` },
    endpoints: [
      ...[...plain, ...others].map(path => get(path)),
      get('/hang', { timeout: 0.2 }),
      get('/hang', { name: 'wait', timeout: 60 }),
      get('/204', { name: 'declared-204', response: 'none' }),
      get('/empty', { name: 'declared-empty', response: 'none' }),
      get('/exact', { name: 'body-for-none', response: 'none' }),
      get('/text', { name: 'declared-text', response: 'text' }),
      get('/lacking', { response: post }),
      get('/posts/{id}', { name: 'get_post', parameters: { id: { in: 'path', type: 'string' } }, response: post }),
      get('/posts', { name: 'get_posts', parameters: { userId: { in: 'query', type: 'integer' } } }),
      {
        name: 'delete_post',
        method: 'DELETE',
        path: '/posts/{id}',
        parameters: { id: { in: 'path', type: 'integer', minimum: 1 } },
        response: 'none',
      },
      { name: 'create_post', method: 'POST', path: '/posts', parameters: { title: { in: 'body', type: 'string' } } },
    ],
    ...more,
  };
}

beforeAll(async () => {
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const dead = { name: 'dead', base_url: `http://127.0.0.1:${await closedPort()}`, endpoints: [get('/x')] };
  const nowhere = { name: 'nowhere', base_url: 'http://no-such-host.invalid', endpoints: [get('/x')] };
  const tls = { name: 'tls', base_url: url.replace('http:', 'https:'), endpoints: [get('/x')] };
  const keyless = { name: 'keyless', base_url: url, auth: { header: 'X-Key', file: '/nonexistent/key' }, endpoints: [get('/x')] };
  const config = { ...defaultServeConfig, apis: [api(url), dead, nowhere, tls, keyless], listen: { host: '127.0.0.1', port: 0 } };
  gateway = new Gateway(config, { version: '0', store: memoryStore(), readText: file => readFile(file, 'utf8') });
  port = (await gateway.listen()).port;
  await gateway.start();
});

afterAll(async () => {
  await gateway?.drain();
  service.closeAllConnections();
  await new Promise(resolve => service.close(resolve));
});

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function post_(body: string): Promise<{ status: number; message: Record<string, unknown> }> {
  const answer = await ask(port, '/mcp', { method: 'POST', headers, body });
  const text = answer.text.startsWith('{') ? answer.text : answer.text.split('data: ').at(-1)!;
  return { status: answer.status, message: JSON.parse(text) as Record<string, unknown> };
}

const rpc = (method: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 'q1', method, params });
const callText = (name: string, args?: unknown) =>
  rpc('tools/call', { name: `api:${name}`, ...(args !== undefined && { arguments: args }) });

const contract = (mode: string, more: object = {}) => ({ ...more, failure_mode: mode, failure_category: 'contract_violation' });

const protocolErrors: [string, string, unknown, { code: number; message: string; data: unknown }][] = [
  ['invalid JSON', '{"jsonrpc":', null, { code: -32700, message: 'Invalid JSON', data: contract('invalid_json') }],
  ['no request object', '[1]', null, { code: -32600, message: 'Invalid request: must be an object', data: contract('invalid_request') }],
  [
    'an extra member',
    '{"jsonrpc":"2.0","id":"q1","method":"ping","x":1}',
    'q1',
    { code: -32600, message: "Invalid request: unknown member 'x'", data: contract('invalid_request') },
  ],
  [
    'no id',
    '{"jsonrpc":"2.0","method":"tools/list"}',
    null,
    { code: -32600, message: "Invalid request: 'id' is missing", data: contract('invalid_request') },
  ],
  ['an unknown method', rpc('tools/burn'), 'q1', { code: -32601, message: 'Unknown method: tools/burn', data: contract('unknown_method') }],
  [
    'tools/call without params',
    rpc('tools/call'),
    'q1',
    { code: -32602, message: 'Missing params for tools/call', data: contract('missing_params') },
  ],
  [
    'params of the wrong shape',
    rpc('tools/call', { name: 'api:get_post', arguments: 'x' }),
    'q1',
    { code: -32602, message: "Invalid params: 'arguments' must be an object", data: contract('invalid_params', { tool: 'api:get_post' }) },
  ],
  [
    'an unknown tool',
    callText('nope'),
    'q1',
    { code: -32602, message: 'Unknown tool: api:nope', data: contract('unknown_tool', { tool: 'api:nope' }) },
  ],
  [
    'arguments that are missing and undeclared',
    callText('get_post', { ID: '1' }),
    'q1',
    {
      code: -32602,
      message:
        "Tool 'api:get_post' validation failed: Unknown argument 'ID' - tool 'api:get_post' does not accept this parameter; Missing required path parameter: 'id'",
      data: contract('invalid_arguments', {
        tool: 'api:get_post',
        errors: ["Unknown argument 'ID' - tool 'api:get_post' does not accept this parameter", "Missing required path parameter: 'id'"],
      }),
    },
  ],
  [
    'a blank path parameter',
    callText('get_post', { id: ' ' }),
    'q1',
    {
      code: -32602,
      message: "Tool 'api:get_post' validation failed: Path parameter 'id' cannot be empty",
      data: contract('invalid_arguments', { tool: 'api:get_post', errors: ["Path parameter 'id' cannot be empty"] }),
    },
  ],
  [
    'a missing body parameter',
    callText('create_post', {}),
    'q1',
    {
      code: -32602,
      message: "Tool 'api:create_post' validation failed: Missing required body parameter: 'title'",
      data: contract('invalid_arguments', { tool: 'api:create_post', errors: ["Missing required body parameter: 'title'"] }),
    },
  ],
  [
    'an id that no post can have',
    callText('delete_post', { id: -1 }),
    'q1',
    {
      code: -32602,
      message: "Tool 'api:delete_post' validation failed: Path parameter 'id' is not valid: minimum: got -1, want 1",
      data: contract('invalid_arguments', {
        tool: 'api:delete_post',
        errors: ["Path parameter 'id' is not valid: minimum: got -1, want 1"],
      }),
    },
  ],
  [
    'a timeout',
    callText('hang'),
    'q1',
    {
      code: -32603,
      message: "Tool 'api:hang' timed out after 0.2s. The external service did not respond in time.",
      data: { tool: 'api:hang', timeout_seconds: 0.2, failure_mode: 'timeout', failure_category: 'transport_failure' },
    },
  ],
  [
    'a secret that is not there',
    rpc('tools/call', { name: 'keyless:x' }),
    'q1',
    {
      code: -32603,
      message: "auth.file: the secret's file cannot be read (ENOENT)",
      data: { tool: 'keyless:x', failure_mode: 'invalid_configuration', failure_category: 'configuration_error' },
    },
  ],
];

test.each(protocolErrors)('JSON-RPC error: %s', async (_name, body, id, error) => {
  const { message } = await post_(body);
  expect(message).toEqual({ jsonrpc: '2.0', id, error });
});

const upstream = (mode: string, more: object = {}) => ({ ...more, failure_mode: mode, failure_category: 'upstream_failure' });
const transport = (mode: string) => ({ failure_mode: mode, failure_category: 'transport_failure' });

const errorResults: [string, string, string, object][] = [
  ['a status of 400 and more, the body as text', 'api:500', '{"error":"boom"}', upstream('http_status', { status_code: 500 })],
  ['a status without a body', 'api:404-empty', 'HTTP 404 Not Found', upstream('http_status', { status_code: 404 })],
  ['a body that repeats the secret', 'api:leak', '{"denied":"***"}', upstream('http_status', { status_code: 403 })],
  ['an empty body', 'api:empty', 'The external service answered HTTP 200 OK with an empty body', upstream('empty_response')],
  ['a blank body', 'api:blank', 'The external service answered HTTP 200 OK with an empty body', upstream('empty_response')],
  [
    '204 that is not declared',
    'api:204',
    'The external service answered HTTP 204 No Content with an empty body',
    upstream('empty_response'),
  ],
  [
    'a body where none is declared',
    'api:body-for-none',
    'The external service answered with a body where the endpoint declares none',
    upstream('unexpected_body'),
  ],
  ['text where JSON is due', 'api:text', 'The external service answered with a body that is not JSON', upstream('non_json_response')],
  ['JSON that stops', 'api:truncated', 'The external service answered with a body that is not JSON', upstream('non_json_response')],
  ['bytes that are not UTF-8', 'api:no-utf8', 'The external service answered with a body that is not utf-8', upstream('invalid_encoding')],
  [
    'a body that lacks what its schema requires',
    'api:lacking',
    "The result of 'api:lacking' breaks its declared output schema: missing property 'id'",
    upstream('schema_mismatch', { errors: ["missing property 'id'"] }),
  ],
  [
    'a redirect',
    'api:redirect',
    'The external service answered HTTP 302 Found; redirects are not followed',
    upstream('redirect', { status_code: 302 }),
  ],
  [
    'a part of the content',
    'api:206',
    'The external service answered with a part of the content (HTTP 206)',
    upstream('partial_response', { status_code: 206 }),
  ],
  [
    'a body beyond the bound',
    'api:large',
    'The external service answered with more than is read of an answer',
    upstream('response_too_large'),
  ],
  [
    'a body without end',
    'api:endless',
    'The external service answered with more than is read of an answer',
    upstream('response_too_large'),
  ],
  [
    'a body that breaks off',
    'api:broken-off',
    'HTTP error: connection closed by the server (UND_ERR_SOCKET)',
    transport('connection_lost'),
  ],
  ['a connection that is reset', 'api:reset', 'HTTP error: connection reset (ECONNRESET)', transport('connection_lost')],
  ['an answer that is not HTTP', 'api:not-http', 'HTTP error: the answer is not HTTP', transport('protocol')],
  ['a connection that is refused', 'dead:x', 'HTTP error: connection refused (ECONNREFUSED)', transport('connect')],
];

test.each(errorResults)('isError result: %s', async (_name, name, text, data) => {
  const { status, message } = await post_(rpc('tools/call', { name }));
  expect(status).toBe(200);
  expect(message).toEqual({
    jsonrpc: '2.0',
    id: 'q1',
    result: { content: [{ type: 'text', text }], isError: true, _meta: { 'mcpgw/failure': { tool: name, ...data } } },
  });
});

test('an unknown host and a service without TLS are transport failures', async () => {
  for (const [name, mode] of [
    ['nowhere:x', 'dns'],
    ['tls:x', 'tls'],
  ] as const) {
    const { message } = await post_(rpc('tools/call', { name }));
    expect(message).toMatchObject({ result: { isError: true, _meta: { 'mcpgw/failure': transport(mode) } } });
  }
});

const successes: [string, string, unknown, unknown][] = [
  [
    'JSON, indented, digits kept',
    'exact',
    undefined,
    { content: [{ type: 'text', text: '{\n  "id": 12345678901234567890,\n  "x": []\n}' }], isError: false },
  ],
  ['compressed JSON', 'gzip', undefined, { content: [{ type: 'text', text: '{\n  "id": 1\n}' }], isError: false }],
  ['declared text', 'declared-text', undefined, { content: [{ type: 'text', text: 'café' }], isError: false }],
  ['declared nothing, 204', 'declared-204', {}, { content: [{ type: 'text', text: 'HTTP 204 No Content' }], isError: false }],
  ['declared nothing, 200', 'declared-empty', {}, { content: [{ type: 'text', text: 'HTTP 200 OK' }], isError: false }],
  [
    'declared schema: structured content too; the path stays in its place',
    'get_post',
    { id: 'etc/passwd?x=1#y' },
    {
      content: [{ type: 'text', text: '{\n  "id": 1,\n  "path": "/posts/etc%2Fpasswd%3Fx%3D1%23y"\n}' }],
      isError: false,
      structuredContent: { id: 1, path: '/posts/etc%2Fpasswd%3Fx%3D1%23y' },
    },
  ],
];

test.each(successes)('result: %s', async (_name, tool, args, result) => {
  const { message } = await post_(callText(tool, args));
  expect(message).toEqual({ jsonrpc: '2.0', id: 'q1', result });
});

test('nothing is sent for arguments that are refused', async () => {
  const before = seen.length;
  await post_(callText('get_posts', { userId: '1' }));
  await post_(callText('get_post', { id: '..' }));
  await post_(callText('create_post', { title: 5 }));
  await post_(callText('delete_post', { id: 0 }));
  expect(seen.slice(before)).toEqual([]);
});

test('with validation_errors tool_result wrong arguments are a result, unknown tools and malformed requests are not', async () => {
  const config = { ...defaultServeConfig, validationErrors: 'tool_result' as const, apis: [api(`http://127.0.0.1:${await closedPort()}`)] };
  const other = new Gateway({ ...config, listen: { host: '127.0.0.1', port: 0 } }, { version: '0', store: memoryStore() });
  const main = port;
  try {
    port = (await other.listen()).port;
    await other.start();
    const text = "Tool 'api:get_post' validation failed: Missing required path parameter: 'id'";
    expect((await post_(callText('get_post', {}))).message).toEqual({
      jsonrpc: '2.0',
      id: 'q1',
      result: {
        content: [{ type: 'text', text }],
        isError: true,
        _meta: {
          'mcpgw/failure': contract('invalid_arguments', { tool: 'api:get_post', errors: ["Missing required path parameter: 'id'"] }),
        },
      },
    });
    expect((await post_(callText('nope'))).message).toMatchObject({ error: { code: -32602, message: 'Unknown tool: api:nope' } });
    expect((await post_(rpc('tools/call', []))).message).toMatchObject({ error: { code: -32602 } });
  } finally {
    port = main;
    await other.drain();
  }
});

test('a redirect leads nowhere', async () => {
  const before = seen.length;
  await post_(callText('redirect'));
  expect(seen.slice(before)).toEqual(['GET /redirect']);
});

test('a real client sees the codes and the data', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  try {
    await expect(client.callTool({ name: 'api:hang' })).rejects.toMatchObject({ code: -32603, data: { failure_mode: 'timeout' } });
    await expect(client.callTool({ name: 'api:get_post', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      data: { errors: ["Missing required path parameter: 'id'"] },
    });
    expect(await client.callTool({ name: 'api:500' })).toMatchObject({ isError: true, content: [{ text: '{"error":"boom"}' }] });
    expect(await client.callTool({ name: 'api:get_post', arguments: { id: '1' } })).toMatchObject({
      structuredContent: { id: 1, path: '/posts/1' },
    });
    await client.ping();
  } finally {
    await client.close();
  }
});

test('a cancelled call ends the request upstream', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const abort = new AbortController();
  const closed = new Promise<void>(resolve => {
    service.once('request', request => {
      request.once('close', () => resolve());
      abort.abort();
    });
  });
  const call = client.callTool({ name: 'api:wait' }, { signal: abort.signal });
  await expect(call).rejects.toThrow();
  await closed;
  await client.close();
});
