import { isIP, type Socket } from 'node:net';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import tls from 'node:tls';
import { Agent, buildConnector, Response, fetch as undiciFetch } from 'undici';
import { JsonDepth, maxReplyDepth } from './json-depth.js';
import { LoadError } from './load-error.js';
import type { AttemptTrace, HttpFailure } from './trace.js';

export interface HttpClientOptions {
  /** Certificates (PEM) trusted besides the system's. */
  readonly ca?: string;
  /** Longest response body, in bytes; of a lasting connection's event stream, the longest event. */
  readonly maxResponseBytes: number;
  /** The connection is kept: the stream for messages of the server is opened, and a reply that is lost costs only its request. */
  readonly lasting?: boolean;
}

/** Names an exchange so that it can be abandoned; never sent. */
export const exchangeHeader = 'x-mcpgw-exchange';

/** A fetch whose sockets are its own, so that all of them can be released. */
export interface HttpClient {
  readonly fetch: typeof fetch;
  /** Closes the request that `exchangeHeader` named, and the body of its answer. */
  abandon(exchange: string): void;
  /** Closes every socket, also those in use. */
  release(): Promise<void>;
}

const maxFailureBody = 4096;

/** An idle socket is left alone so long before its server closes it: a request on a socket that is being closed is lost. */
const keepAliveMarginMs = 2000;

/** Milliseconds for one address of a name before the next is tried; Node's 250 are too few for far networks. */
const addressPatienceMs = 1000;

function trustedRoots(ca: string): string[] {
  return [...tls.rootCertificates, ca];
}

/** Socket events move the trace, so that a timeout knows whether the name, the connection or TLS was waited for. */
function traceSocket(socket: Socket, secure: boolean, trace: AttemptTrace): void {
  socket.once('lookup', (error: Error | null) => !error && trace.reached('tcp'));
  socket.once('connect', () => trace.reached(secure ? 'tls' : 'http'));
  socket.once('secureConnect', () => trace.reached('http'));
}

/** Connects as undici does and keeps every socket in `sockets`, also while it is still connecting. */
function trackingConnector(options: buildConnector.BuildOptions, trace: AttemptTrace, sockets: Set<Socket>): buildConnector.connector {
  const connect = buildConnector(options) as (...args: Parameters<buildConnector.connector>) => Socket;
  return (target, callback) => {
    const socket = connect(target, callback);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (isIP(target.hostname.replace(/^\[|\]$/g, ''))) trace.reached('tcp');
    traceSocket(socket, target.protocol === 'https:', trace);
  };
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= maxFailureBody) break;
  }
  return text.slice(0, maxFailureBody);
}

/** Records an answer that is no success and hands its bounded body on; a body that breaks off counts as far as it came. */
async function recordFailure(response: Response, trace: AttemptTrace): Promise<Response> {
  const { status, statusText, headers } = response;
  const location = headers.get('location');
  const retryAfter = headers.get('retry-after');
  const failure: HttpFailure = {
    status,
    contentType: headers.get('content-type') ?? '',
    body: '',
    ...(location !== null && { location }),
    ...(retryAfter !== null && { retryAfter }),
  };
  trace.httpFailure = failure;
  const body = await readStart(response).catch(() => '');
  trace.httpFailure = { ...failure, body };
  const kept = [...headers].filter(([name]) => name !== 'content-length' && name !== 'content-encoding');
  return new Response(status === 304 ? null : body, { status, statusText, headers: kept });
}

/** Whether an event of an event stream ends in `chunk`, going by the empty line after it. */
function endsEvent(chunk: Uint8Array): boolean {
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
    const next = chunk[at + 1];
    if (next === undefined || next === 10 || next === 13) return true;
  }
  return false;
}

/** What an abandoned event stream ends with: an answer, lest the SDK resumes the stream. */
const closingEvent = new TextEncoder().encode(
  '\n\ndata: {"jsonrpc":"2.0","id":"abandoned","error":{"code":-32000,"message":"abandoned"}}\n\n',
);

interface Exchange {
  readonly signal: AbortSignal;
  readonly trace: AttemptTrace;
  readonly maxBytes: number;
  readonly isEventStream: boolean;
  /** `maxBytes` bounds each event instead of the body. */
  readonly perEvent: boolean;
  readonly done: () => void;
}

/**
 * `body` as it comes, at most `maxBytes` of it after decompression, or of each event. What breaks it is kept in the trace,
 * as the SDK tells only its text.
 */
function watchedBody(body: ReadableStream<Uint8Array>, exchange: Exchange): ReadableStream<Uint8Array> {
  const { signal, trace, maxBytes, isEventStream, perEvent, done } = exchange;
  const reader = body.getReader();
  const depth = new JsonDepth();
  let size = 0;
  const read = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done: ended, value } = await reader.read();
    if (ended) {
      done();
      return controller.close();
    }
    const isEnd = isEventStream && endsEvent(value);
    size = perEvent && isEnd ? 0 : size + value.byteLength;
    const tooDeep = depth.exceeds(value);
    if (isEnd) depth.restart();
    if (tooDeep)
      throw new LoadError({ layer: trace.layer, code: 'too-deep', text: `the response is nested more than ${maxReplyDepth} levels deep` });
    if (size > maxBytes)
      throw new LoadError({
        layer: trace.layer,
        code: 'too-large',
        text: `the response has more than the ${maxBytes} bytes that are read`,
      });
    controller.enqueue(value);
  };
  const broken = (error: unknown, controller: ReadableStreamDefaultController<Uint8Array>) => {
    done();
    reader.cancel().catch(() => {});
    if (signal.aborted && isEventStream) {
      controller.enqueue(closingEvent);
      return controller.close();
    }
    trace.transportError = error;
    controller.error(error);
  };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => read(controller).catch(error => broken(error, controller));
  const cancel = (reason: unknown) => {
    done();
    return reader.cancel(reason);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** Marks that the server was heard, and keeps watch over the rest of its answer. */
function recordAnswer(response: Response, exchange: Omit<Exchange, 'isEventStream'>): Response {
  const { status, statusText, headers, body } = response;
  const { trace, done } = exchange;
  trace.httpFailure = undefined;
  trace.transportError = undefined;
  trace.reached('handshake');
  if (headers.has('mcp-session-id')) trace.hasSession = true;
  if (body === null) {
    done();
    return response;
  }
  const isEventStream = (headers.get('content-type') ?? '').startsWith('text/event-stream');
  const perEvent = exchange.perEvent && isEventStream;
  return new Response(watchedBody(body as ReadableStream<Uint8Array>, { ...exchange, isEventStream, perEvent }), {
    status,
    statusText,
    headers,
  });
}

/**
 * The stream for messages that a server sends of its own accord is not opened while tools are loaded: 405 is the answer
 * of a server that offers none. A stream that resumes a broken reply is.
 */
function isStandaloneStream(method: string, headers: Headers): boolean {
  return method === 'GET' && !headers.has('last-event-id');
}

/** Makes the client of one attempt. `standaloneStream` says whether GET streams are opened (SSE needs its own). */
export function createHttpClient(trace: AttemptTrace, options: HttpClientOptions, standaloneStream: boolean): HttpClient {
  const sockets = new Set<Socket>();
  const connectOptions = {
    allowH2: false,
    timeout: 0,
    autoSelectFamilyAttemptTimeout: addressPatienceMs,
    ...(options.ca !== undefined && { ca: trustedRoots(options.ca) }),
  };
  const agent = new Agent({
    connect: trackingConnector(connectOptions, trace, sockets),
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
    keepAliveTimeoutThreshold: keepAliveMarginMs,
  });
  const exchanges = new Map<string, AbortController>();
  const limits = { trace, maxBytes: options.maxResponseBytes, perEvent: options.lasting ?? false };
  const begin = (headers: Headers, signal: AbortSignal | null | undefined): Omit<Exchange, 'isEventStream'> => {
    const name = headers.get(exchangeHeader);
    const controller = new AbortController();
    if (name === null) return { ...limits, signal: signal ?? controller.signal, done: () => {} };
    headers.delete(exchangeHeader);
    exchanges.set(name, controller);
    return { ...limits, signal: controller.signal, done: () => void exchanges.delete(name) };
  };
  const tracedFetch = async (input: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers as Record<string, string>);
    if (!standaloneStream && isStandaloneStream(init.method ?? 'GET', headers)) return new Response(null, { status: 405 });
    const exchange = begin(headers, init.signal);
    const request = { ...init, headers, dispatcher: agent, signal: exchange.signal } as unknown as Parameters<typeof undiciFetch>[1];
    const response = await undiciFetch(input, request).catch(error => {
      exchange.done();
      trace.transportError = error;
      throw error;
    });
    if (response.ok) return recordAnswer(response, exchange);
    exchange.done();
    return recordFailure(response, trace);
  };
  const release = async () => {
    await agent.destroy();
    for (const socket of sockets) socket.destroy();
  };
  const abandon = (name: string) => exchanges.get(name)?.abort();
  return { fetch: tracedFetch as unknown as typeof fetch, abandon, release };
}
