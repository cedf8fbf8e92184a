import { isIP, type Socket } from 'node:net';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import tls from 'node:tls';
import { Agent, buildConnector, Response, fetch as undiciFetch } from 'undici';
import { LoadError } from './load-error.js';
import type { AttemptTrace, HttpFailure } from './trace.js';

export interface HttpClientOptions {
  /** Certificates (PEM) trusted besides the system's. */
  readonly ca?: string;
  /** Longest response body, in bytes. */
  readonly maxResponseBytes: number;
}

/** A fetch whose sockets are its own, so that all of them can be released. */
export interface HttpClient {
  readonly fetch: typeof fetch;
  /** Closes every socket, also those in use. */
  release(): Promise<void>;
}

const maxFailureBody = 4096;

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

/** `body` as it comes, at most `maxBytes` of it after decompression. What breaks it is kept in the trace, as the SDK tells only its text. */
function watchedBody(body: ReadableStream<Uint8Array>, maxBytes: number, trace: AttemptTrace): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      size += value.byteLength;
      if (size > maxBytes)
        throw new LoadError({ layer: trace.layer, text: `the response has more than the ${maxBytes} bytes that are read` });
      controller.enqueue(value);
    } catch (error) {
      trace.transportError = error;
      reader.cancel().catch(() => {});
      controller.error(error);
    }
  };
  return new ReadableStream({ pull, cancel: reason => reader.cancel(reason) }, { highWaterMark: 0 });
}

/** Marks that the server was heard, and keeps watch over the rest of its answer. */
function recordAnswer(response: Response, trace: AttemptTrace, maxBytes: number): Response {
  const { status, statusText, headers, body } = response;
  trace.httpFailure = undefined;
  trace.transportError = undefined;
  trace.reached('handshake');
  if (headers.has('mcp-session-id')) trace.hasSession = true;
  return body === null
    ? response
    : new Response(watchedBody(body as ReadableStream<Uint8Array>, maxBytes, trace), { status, statusText, headers });
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
  });
  const tracedFetch = async (input: string | URL, init: RequestInit = {}) => {
    if (!standaloneStream && isStandaloneStream(init.method ?? 'GET', new Headers(init.headers as Record<string, string>)))
      return new Response(null, { status: 405 });
    const response = await undiciFetch(input, { ...init, dispatcher: agent } as Parameters<typeof undiciFetch>[1]).catch(error => {
      trace.transportError = error;
      throw error;
    });
    return response.ok ? recordAnswer(response, trace, options.maxResponseBytes) : recordFailure(response, trace);
  };
  const release = async () => {
    await agent.destroy();
    for (const socket of sockets) socket.destroy();
  };
  return { fetch: tracedFetch as unknown as typeof fetch, release };
}
