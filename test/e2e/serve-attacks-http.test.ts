/** What a hostile client or web site sends to `mcpgw serve`: each gets the exact answer, and other clients are still served. */
import { connect } from 'node:net';
import { ask } from '../../packages/gateway/test/ask.js';
import { closeServers } from '../../packages/loader/test/servers.js';
import { endAll, gatewayFile, type McpSession, mcpHeaders, messageOf, openSession, type Served, serve } from './serve-helpers.js';
import { textResult, upstream } from './serve-upstreams.js';

const pageToken = 'correct-horse-battery-staple';
let gateway: Served;
let bystander: McpSession;

beforeAll(async () => {
  const { url } = await upstream({ call: (name, args) => textResult(`${name} ${JSON.stringify(args)}`) });
  const config = {
    servers: { good: { url, trust_mode: 'auto' } },
    page: { enabled: true, token: '${env:PAGE_TOKEN}' },
    auth: { api_keys: ['${env:KEY_ONE}', '${env:KEY_TWO}'] },
    limits: { body_bytes: 65_536, sessions: 50 },
    timeouts: { headers: '1s', request: '2s' },
  };
  gateway = await serve(gatewayFile(config), { PAGE_TOKEN: pageToken, KEY_ONE: 'key-one-1234567890', KEY_TWO: 'key-two-1234567890' });
  bystander = await openSession(gateway.port, one);
});
afterEach(async () => {
  expect(await bystander.call('good:echo', { still: 'served' })).toBe('echo {"still":"served"}');
  expect(gateway.log()).not.toMatch(/\n {4}at |key-one|key-two|correct-horse/);
});
afterAll(async () => {
  await endAll();
  await closeServers();
});

const one = { authorization: 'Bearer key-one-1234567890' };
const two = { authorization: 'Bearer key-two-1234567890' };

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(gateway.port, '/mcp', { method: 'POST', headers: { ...mcpHeaders, ...one, ...headers }, body });

/** Status, and code and message of the JSON-RPC error. */
async function refusal(answer: ReturnType<typeof ask>) {
  const given = await answer;
  const { error } = messageOf(given);
  return [given.status, error?.code, error?.message];
}

const call = (args: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"good:echo","arguments":${args}}}`;

/** Sends raw bytes piece by piece; gives all that came back until the other side closed. */
function raw(pieces: readonly string[], pauseMs: number): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(gateway.port, '127.0.0.1');
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const send = (rest: readonly string[]) => {
      const [piece, ...more] = rest;
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      timer = setTimeout(() => send(more), pauseMs);
    };
    socket.on('data', chunk => (text += chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    send(pieces);
  });
}

describe('bodies', () => {
  it('more bytes than are allowed, announced', async () => {
    expect(await refusal(post(call(JSON.stringify({ text: 'x'.repeat(100_000) }))))).toEqual([
      413,
      -32600,
      'The request has more than 65536 bytes',
    ]);
  });

  it('more bytes than are allowed, in chunks', async () => {
    const chunk = `${(0x4000).toString(16)}\r\n${'x'.repeat(0x4000)}\r\n`;
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${one.authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await raw([head, ...Array.from({ length: 8 }, () => chunk)], 1)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each<[string, string, [number, number, string]]>([
    ['brackets without end', '['.repeat(60_000), [400, -32700, 'Invalid JSON']],
    [
      'a list nested 30,000 levels',
      '['.repeat(30_000) + ']'.repeat(30_000),
      [400, -32600, 'Invalid request: nested more than 200 levels deep'],
    ],
    [
      'arguments nested 10,000 levels',
      call(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
      [400, -32600, 'Invalid request: nested more than 200 levels deep'],
    ],
    ['no JSON', 'hello', [400, -32700, 'Invalid JSON']],
    ['nothing', '', [400, -32700, 'Invalid JSON']],
    ['a batch of 20,000', `[${'{},'.repeat(20_000)}{}]`, [400, -32600, 'Invalid request: \'jsonrpc\' must be "2.0"']],
    ['bytes that are not UTF-8 in a key', '{"\xff":1}', [400, -32600, 'Invalid request: \'jsonrpc\' must be "2.0"']],
    [
      'a number beyond all',
      call('{"n":1e999999}').replace('"id":1', '"id":1e999'),
      [400, -32600, "Invalid request: 'id' must be a string or an integer"],
    ],
  ])('%s', async (_what, body, expected) => {
    expect(await refusal(post(body))).toEqual(expected);
  });

  it('prototype keys are plain data', async () => {
    const session = await openSession(gateway.port, one);
    const body = call('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    const answer = await ask(gateway.port, '/mcp', { method: 'POST', headers: session.headers, body });
    expect(messageOf(answer)).toMatchObject({
      result: { content: [{ text: 'echo {"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}' }] },
    });
    for (const name of ['__proto__', 'constructor', 'good:__proto__', '__proto__:echo', 'toString:constructor']) {
      expect(await session.call(name)).toMatchObject({ code: -32602, message: `Unknown tool: ${name}` });
    }
    expect(await session.request('__proto__')).toMatchObject({ error: { code: -32601, message: 'Unknown method: __proto__' } });
    expect(await session.request('tools/call', { name: 'good:echo', arguments: [] })).toMatchObject({ error: { code: -32602 } });
  });
});

describe('slow requests', () => {
  it('headers that drip', async () => {
    const drip = Array.from({ length: 60 }, (_, index) => `X-${index}: y\r\n`);
    expect(await raw(['POST /mcp HTTP/1.1\r\nHost: localhost\r\n', ...drip], 100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body that drips', async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${one.authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
    expect(await raw([head, ...Array.from({ length: 100 }, () => ' ')], 100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body to the page that drips', async () => {
    const head = `POST /ui/api/enable HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${pageToken}\r\nX-Mcpgw-Page: 1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
    expect(await raw([head, ...Array.from({ length: 100 }, () => ' ')], 100)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('two hundred connections that say nothing', async () => {
    const idle = Array.from({ length: 200 }, () => raw([''], 0));
    expect(await bystander.call('good:echo', { among: 200 })).toBe('echo {"among":200}');
    expect(new Set((await Promise.all(idle)).map(text => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
  });

  it('headers of megabytes', async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(1 << 20)}\r\n\r\n`;
    expect(await raw([head], 0)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('two lengths, and a length beside chunks', async () => {
    const twice = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello';
    const both = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(await raw([twice], 0)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw([both], 0)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('sessions', () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const notFound = [404, -32600, 'Session not found: it has ended, or never was; initialize again'];

  it('guessed ids', async () => {
    const own = bystander.id;
    const last = own.at(-1) === '0' ? '1' : '0';
    const guesses = [
      '',
      'x',
      '0',
      '../../etc/passwd',
      '__proto__',
      'constructor',
      own.toUpperCase() === own ? own.toLowerCase() : own.toUpperCase(),
    ];
    for (const id of [...guesses.filter(guess => guess !== ''), own.slice(0, -1), `${own}0`, own.slice(0, -1) + last, 'a'.repeat(4000)]) {
      expect(await refusal(post(list, { 'mcp-session-id': id }))).toEqual(notFound);
    }
  });

  it('ids are long, and none is like another', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await openSession(gateway.port, one)).id));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(new Set(ids.map(id => id.slice(0, 6))).size).toBe(20);
  });

  it('the session of another client', async () => {
    expect(await refusal(post(list, { ...two, 'mcp-session-id': bystander.id }))).toEqual(notFound);
    const end = await ask(gateway.port, '/mcp', { method: 'DELETE', headers: { ...two, 'mcp-session-id': bystander.id } });
    const listen = await ask(gateway.port, '/mcp', { headers: { ...two, accept: 'text/event-stream', 'mcp-session-id': bystander.id } });
    expect([end.status, listen.status]).toEqual([404, 404]);
  });

  it('an ended session', async () => {
    const session = await openSession(gateway.port, one);
    const end = () => ask(gateway.port, '/mcp', { method: 'DELETE', headers: session.headers });
    expect([(await end()).status, (await end()).status]).toEqual([200, 404]);
    expect(await refusal(post(list, { 'mcp-session-id': session.id }))).toEqual(notFound);
  });

  it('no key, a wrong key, a key in the query', async () => {
    for (const headers of [{ authorization: '' }, { authorization: 'Bearer nope' }, { authorization: 'Basic key-one-1234567890' }]) {
      expect(await refusal(post(list, headers))).toEqual([401, -32600, 'The key is missing or wrong']);
    }
    const query = await ask(gateway.port, '/mcp?key=key-one-1234567890', { method: 'POST', headers: mcpHeaders, body: list });
    expect(query.status).toBe(401);
  });

  it('more sessions than there is room for end the longest idle one, not others', async () => {
    await Promise.all(Array.from({ length: 60 }, () => openSession(gateway.port, one)));
    bystander = await openSession(gateway.port, one);
    expect(await bystander.tools()).toContainEqual(expect.objectContaining({ name: 'good__echo' }));
  });
});

describe('web sites', () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const page = { authorization: `Bearer ${pageToken}`, 'content-type': 'application/json', 'x-mcpgw-page': '1' };
  const enable = '{"server":"good","tool":"echo"}';
  const errorOf = async (answer: ReturnType<typeof ask>) => {
    const { status, text } = await answer;
    return [status, JSON.parse(text).error.code];
  };

  it('a rebound name reaches neither the endpoint nor the page', async () => {
    for (const host of [
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'localhost:1@evil.example',
    ]) {
      expect(await refusal(post(list, { host }))).toEqual([403, -32600, expect.stringContaining('Invalid Host header')]);
      expect(await errorOf(ask(gateway.port, '/ui/', { headers: { host } }))).toEqual([403, 'wrong-host']);
      expect(await errorOf(ask(gateway.port, '/ui/api/state', { headers: { ...page, host } }))).toEqual([403, 'wrong-host']);
    }
  });

  it('a script of another site cannot call tools', async () => {
    expect(await refusal(post(list, { origin: 'https://evil.example' }))).toEqual([
      403,
      -32600,
      expect.stringContaining('Invalid Origin header'),
    ]);
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await ask(gateway.port, '/mcp', { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it.each<[string, Record<string, string>, [number, string]]>([
    ['of another origin', { ...page, origin: 'https://evil.example' }, [403, 'cross-site']],
    ['of another port of this machine', { ...page, host: 'localhost:1', origin: 'http://localhost:2' }, [403, 'cross-site']],
    ['of another site, as its browser says', { ...page, 'sec-fetch-site': 'cross-site' }, [403, 'cross-site']],
    ['by a form', { ...page, 'content-type': 'text/plain', 'x-mcpgw-page': '' }, [403, 'cross-site']],
    ['without the token', { ...page, authorization: '' }, [401, 'token-required']],
    ['with the key of a client', { ...page, ...one }, [401, 'token-required']],
  ])('CSRF on the admin API: %s', async (_what, headers, expected) => {
    for (const action of ['approve', 'enable', 'disable', 'restart']) {
      expect(await errorOf(ask(gateway.port, `/ui/api/${action}`, { method: 'POST', headers, body: enable }))).toEqual(expected);
    }
  });

  it('the token of the page opens no session, and answers say nothing of it', async () => {
    expect(await refusal(post(list, { authorization: `Bearer ${pageToken}` }))).toEqual([401, -32600, 'The key is missing or wrong']);
    const state = await ask(gateway.port, '/ui/api/state', { headers: page });
    expect(state.status).toBe(200);
    expect(state.text).not.toMatch(/key-one|correct-horse/);
  });
});
