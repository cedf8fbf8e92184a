/** A fetch-shaped handler on a Node server: bodies stream in both directions, and a client that disconnects aborts its request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

export type FetchHandler = (request: Request) => Promise<Response>;

/** A listening server. */
export interface HttpServing {
  readonly port: number;
  /** The address of the MCP endpoint. */
  readonly url: string;
  /** Stops listening; calls in flight have `drainMs` (default 5000) milliseconds to end. */
  close(drainMs?: number): Promise<void>;
}

const bodiless = new Set(['GET', 'HEAD']);
/** Methods that a web request cannot have. */
const unservable = new Set(['CONNECT', 'TRACE', 'TRACK']);

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index]!, message.rawHeaders[index + 1]!);
  return headers;
}

function webRequest(message: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const method = message.method ?? 'GET';
  const body = bodiless.has(method) ? null : (Readable.toWeb(message) as ReadableStream);
  const url = new URL(`${origin}${message.url?.startsWith('/') ? message.url : '/'}`);
  return new Request(url, { method, headers: headersOf(message), signal, ...(body && { body, duplex: 'half' }) } as RequestInit);
}

async function answer(handler: FetchHandler, message: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  if (unservable.has(message.method ?? '')) return void response.writeHead(405).end();
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const { status, headers, body } = await handler(webRequest(message, origin, left.signal));
  // The unread rest of a body is dropped with its connection.
  if (!message.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, Object.fromEntries(headers));
  if (body) await pipeline(Readable.fromWeb(body as ReadableStream), response);
  else response.end();
}

function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Refuses without a reason, which is internal to the server. */
function fail(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status).end();
}

async function closeServer(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(late);
}

/** Serves `handler` on `host` and `port` (0: any free one). @throws Error of the system, such as a port in use */
export async function listen(
  handler: FetchHandler,
  { host, port, path }: { readonly host: string; readonly port: number; readonly path: string },
  onError: (error: unknown) => void,
): Promise<HttpServing> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 });
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    answer(handler, message, response, 'http://server').catch(error => {
      if (!response.closed) onError(error);
      fail(response, 500);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const actual = (server.address() as AddressInfo).port;
  return { port: actual, url: `http://${urlHost(host)}:${actual}${path}`, close: (drainMs = 5000) => closeServer(server, drainMs) };
}
