/** One exchange with a real HTTP server, whatever becomes of its answer. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { AbandonedError, HttpExchange } from './http-exchange.js';

let server: Server;
const agent = new Agent();

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => agent.destroy());

const post = (origin: string, body = '{}') =>
  HttpExchange.post(agent, { origin, path: '/mcp?a=b', headers: { 'content-type': 'application/json' }, body });

async function textOf(exchange: HttpExchange): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exchange) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('gives status, headers and body', async () => {
  const origin = await serve(async (request, response) => {
    response.writeHead(201, { 'x-own': ['a', 'b'] });
    response.end(`${request.method} ${request.url} ${await request.setEncoding('utf8').reduce((all, part) => all + part, '')}`);
  });
  const exchange = post(origin, '{"id":1}');
  expect(await exchange.answered).toMatchObject({ status: 201, statusText: 'Created', headers: { 'x-own': ['a', 'b'] } });
  expect(await textOf(exchange)).toBe('POST /mcp?a=b {"id":1}');
});

it('passes over answers that are only informational', async () => {
  const origin = await serve((_request, response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.end('done');
  });
  const exchange = post(origin);
  expect((await exchange.answered).status).toBe(200);
  expect(await textOf(exchange)).toBe('done');
});

it('does not read ahead of a slow reader', async () => {
  const chunk = 'x'.repeat(64 * 1024);
  let accepted = 0;
  const origin = await serve(async (_request, response) => {
    for (; accepted < 1_000 && !response.destroyed; accepted++) if (!response.write(chunk)) await once(response, 'drain');
    response.end();
  });
  const exchange = post(origin);
  await exchange.answered;
  let before = -1;
  while (before !== accepted) {
    before = accepted;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  expect(accepted).toBeLessThan(500);
  expect((await textOf(exchange)).length).toBe(1_000 * chunk.length);
});

it('a body that breaks off fails its reader after what arrived', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  const exchange = post(origin);
  await exchange.answered;
  const found: string[] = [];
  await expect(
    (async () => {
      for await (const chunk of exchange) found.push(Buffer.from(chunk).toString());
    })(),
  ).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  expect(found).toEqual(['half']);
});

it('rejects with the reason of the system where nobody listens', async () => {
  const origin = await serve(() => {});
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await expect(post(origin).answered).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it.each([
  ['before its answer', () => {}],
  ['within its body', (response: Parameters<RequestListener>[1]) => void response.write('part')],
] as const)('is abandoned %s', async (when, answer) => {
  let closed = () => {};
  const isClosed = new Promise<void>(resolve => {
    closed = resolve;
  });
  const origin = await serve((_request, response) => {
    response.once('close', closed);
    answer(response);
  });
  const exchange = post(origin);
  if (when === 'within its body') {
    await exchange.answered;
    const read = textOf(exchange);
    exchange.abandon();
    await expect(read).rejects.toBeInstanceOf(AbandonedError);
  } else {
    await once(server, 'request');
    exchange.abandon();
    await expect(exchange.answered).rejects.toBeInstanceOf(AbandonedError);
  }
  expect(exchange.isAbandoned).toBe(true);
  await isClosed;
});

it('a reader that stops early ends the exchange', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>(resolve => {
    closed = resolve;
  });
  const origin = await serve((_request, response) => {
    response.once('close', closed);
    response.write('first');
  });
  const exchange = post(origin);
  await exchange.answered;
  for await (const chunk of exchange) {
    expect(Buffer.from(chunk).toString()).toBe('first');
    break;
  }
  await isClosed;
  expect(exchange.isAbandoned).toBe(true);
});
