/** Calls over streamable HTTP that end in another way than with an ordinary answer: the SDK reads what it has to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { endAll, failure, http, isReady, made, text } from './harness.js';

type Rpc = { readonly id?: number; readonly method: string; readonly params: Record<string, unknown> };
type AnswerCall = (rpc: Rpc, response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let seen: { readonly rpc: Rpc | undefined; readonly request: IncomingMessage }[];

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const resultOf = (rpc: Rpc, said: string, more = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: { content: [{ type: 'text', text: said }], ...more } });

const results: Readonly<Record<string, (params: Record<string, unknown>) => object>> = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'own', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'say', inputSchema: { type: 'object' } }] }),
  ping: () => ({}),
};

/** A server with a session whose calls `answerCall` answers, and whose streams are resumed by `resume`. */
async function connected(answerCall: AnswerCall, resume: (response: ServerResponse, request: IncomingMessage) => void = refuseGet) {
  seen = [];
  server = createServer(async (request, response) => {
    const body = await request.setEncoding('utf8').reduce((all, part) => all + part, '');
    const rpc: Rpc | undefined = body === '' ? undefined : JSON.parse(body);
    seen.push({ rpc, request });
    if (rpc === undefined) return request.headers['last-event-id'] === undefined ? refuseGet(response) : resume(response, request);
    if (rpc.id === undefined) return void response.writeHead(202).end();
    if (rpc.method === 'tools/call') return answerCall(rpc, response, request);
    const result = results[rpc.method]!(rpc.params);
    const session = rpc.method === 'initialize' ? { 'mcp-session-id': 'the-session' } : {};
    return void response.writeHead(200, { ...json, ...session }).end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const upstreams = made();
  const headers = { authorization: 'Bearer own', 'X-Own': 'a' };
  await upstreams.update([http('up', url, { connection: { transport: 'streamable-http', url, headers } })]);
  await isReady(upstreams);
  const signal = new AbortController();
  return { signal, call: (args = {}) => upstreams.call('up', 'say', args, { signal: signal.signal }) };
}

function refuseGet(response: ServerResponse): void {
  response.writeHead(405).end();
}

afterEach(async () => {
  await endAll();
  server.closeAllConnections();
  server.close();
});

it('a call has the headers of the handshake', async () => {
  const { call } = await connected((rpc, response) => response.writeHead(200, json).end(resultOf(rpc, 'done')));
  expect(await text(call())).toBe('done');
  const headersOf = (method: string) => {
    const {
      host,
      connection,
      'content-length': _,
      'accept-language': _l,
      'sec-fetch-mode': _m,
      ...headers
    } = seen.find(({ rpc }) => rpc?.method === method)!.request.headers;
    return headers;
  };
  expect(headersOf('tools/call')).toEqual(headersOf('tools/list'));
  expect(headersOf('tools/call')).toEqual({
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'gzip, deflate',
    authorization: 'Bearer own',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
    'mcp-session-id': 'the-session',
    'user-agent': 'undici',
    'x-own': 'a',
  });
});

it('numbers of arguments and results keep their digits', async () => {
  const { call } = await connected((rpc, response) =>
    response
      .writeHead(200, json)
      .end(
        resultOf(rpc, JSON.stringify(rpc.params.arguments), { structuredContent: { big: 1 } }).replace(
          '"big":1',
          '"big":12345678901234567890',
        ),
      ),
  );
  expect(String(((await call()) as { structuredContent: { big: unknown } }).structuredContent.big)).toBe('12345678901234567890');
});

it('an encoded answer is decoded', async () => {
  const { call } = await connected((rpc, response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(resultOf(rpc, 'from gzip'))),
  );
  expect(await text(call())).toBe('from gzip');
});

it('a redirect within the origin is followed with the call', async () => {
  const { call } = await connected((rpc, response, request) => {
    if (request.url === '/mcp') response.writeHead(307, { location: '/other' }).end();
    else response.writeHead(200, json).end(resultOf(rpc, `at ${request.url}`));
  });
  expect(await text(call())).toBe('at /other');
});

it('a redirect to another origin is not followed', async () => {
  const { call } = await connected((_rpc, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end());
  expect((await failure(call())).message).toBe("Server 'up' answered HTTP 307 Temporary Redirect");
});

it('a refused call is named by its status, and the next one works', async () => {
  let isBroken = true;
  const { call } = await connected((rpc, response) =>
    isBroken
      ? response.writeHead(503, { 'content-type': 'text/plain' }).end('busy')
      : response.writeHead(200, json).end(resultOf(rpc, 'works')),
  );
  expect(await failure(call())).toMatchObject({ category: 'upstream_failure', message: expect.stringMatching(/503|busy/) });
  isBroken = false;
  await expect(text(call())).resolves.toBe('works');
});

it('a stream that ends after an event with an id is resumed after that event', async () => {
  let asked: Rpc | undefined;
  const { call } = await connected(
    (rpc, response) => {
      asked = rpc;
      response.writeHead(200, events);
      response.write(`id: first\nretry: 10\ndata: \n\n`);
      response.end('id: second\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"a"}}\n\n');
    },
    (response, request) => {
      response.writeHead(200, events);
      response.end(`id: third\ndata: ${resultOf(asked!, `after ${request.headers['last-event-id']}`)}\n\n`);
    },
  );
  expect(await text(call())).toBe('after second');
});

it('a stream that breaks off after an event with an id is resumed too', async () => {
  let asked: Rpc | undefined;
  const { call } = await connected(
    (rpc, response) => {
      asked = rpc;
      response.writeHead(200, events);
      response.write('retry: 10\nid: only\ndata: \n\n', () => response.destroy());
    },
    (response, request) =>
      response.writeHead(200, events).end(`data: ${resultOf(asked!, `after ${request.headers['last-event-id']}`)}\n\n`),
  );
  expect(await text(call())).toBe('after only');
});

it('a stream that can be resumed nowhere fails its call', async () => {
  const { call } = await connected((_rpc, response) => response.writeHead(200, events).end('retry: 10\nid: only\ndata: \n\n'));
  expect(await failure(call())).toMatchObject({ category: 'transport_failure', mode: 'connection_lost' });
});

it('a result may have a member with the name of a placeholder', async () => {
  const { call } = await connected((rpc, response) => response.writeHead(200, json).end(resultOf(rpc, 'own', { 'mcpgw/message': '1' })));
  expect(await call()).toEqual({ content: [{ type: 'text', text: 'own' }], 'mcpgw/message': '1' });
});

it('the exchange of a cancelled call is ended', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>(resolve => {
    closed = resolve;
  });
  let began = () => {};
  const hasBegun = new Promise<void>(resolve => {
    began = resolve;
  });
  const { call, signal } = await connected((_rpc, response) => {
    response.once('close', closed);
    response.writeHead(200, events).flushHeaders();
    began();
  });
  const called = failure(call());
  await hasBegun;
  signal.abort(new Error('not needed'));
  expect(await called).toMatchObject({ mode: 'cancelled' });
  await isClosed;
  expect(seen.some(({ rpc }) => rpc?.method === 'notifications/cancelled')).toBe(true);
});
