import { setMaxListeners } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import tls from 'node:tls';
import { Agent, buildConnector, Response, fetch as undiciFetch } from 'undici';
import { LoadError } from '../failures/load-error.js';
import type { AttemptTrace, HttpFailure } from '../failures/trace.js';
import { InFlight } from '../in-flight.js';
import { type BodyWatch, boundedBody, delivered, namedCause, type Receiver, validatedEvents, validatedJson } from '../wire/answer-body.js';
import { invalidReply } from '../wire/answer-gate.js';
import { decodedBody, encodedBodies, withOwnCoding } from '../wire/content-coding.js';
import { unmarked, unmarkedText } from '../wire/exact-number.js';
import type { Authorizer } from './authorizer.js';
import { type AnswerStart, HttpExchange } from './http-exchange.js';
import { type Connect, patiently } from './patient-connector.js';

/** Certificates, limits and the lifetime of the sockets of one connection. */
export interface HttpClientOptions {
  /** Certificates (PEM) to trust in addition to the system's. */
  readonly ca?: string;
  /** Maximum size of a response body in bytes; for an event stream of a lasting connection, of one event. */
  readonly maxResponseBytes: number;
  /** The connection is kept open: the stream for the server's messages is opened, and a lost reply fails only its request. */
  readonly lasting?: boolean;
  /**
   * Milliseconds until a socket is connected, TLS included; default and 0: as long as the attempt. Meanwhile others are tried beside it
   * (`patiently`).
   */
  readonly socketTimeoutMs?: number;
  /** Bearer tokens for the requests; they go to the origin of the server alone. */
  readonly authorizer?: Authorizer | undefined;
}

/** A header that names an exchange by the id of its request, as JSON; it is never sent. */
export const exchangeHeader = 'x-mcpgw-exchange';

type Id = string | number;

/** An answer that `fetch` returns to the SDK instead of sending its request. */
interface HandedOver {
  readonly start: AnswerStart;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Ends the exchange that the body comes from. */
  abandon?(): void;
}

/** A fetch with its own sockets, so that all of them can be released. */
export interface HttpClient {
  readonly fetch: typeof fetch;
  /** Posts the request `id` without `fetch`. @throws what the network reports */
  post(request: {
    readonly id: Id;
    readonly body: string;
    readonly headers: Record<string, string>;
  }): Promise<{ readonly start: AnswerStart; readonly exchange: HttpExchange }>;
  /** The answer of `exchange` was read. */
  finished(id: Id, exchange: HttpExchange): void;
  /** Makes `fetch` return this answer to the next request that `exchangeHeader` names so. */
  handOver(id: Id, answer: HandedOver): void;
  /** Aborts the request `id`, and the body of its answer. */
  abandon(id: Id): void;
  /** Closes all sockets, including those in use. */
  release(): Promise<void>;
}

const maxFailureBody = 4096;

/** Number of requests of one connection that may be in flight before Node warns about a leak. */
const maxOnSignal = 1500;

/** An idle socket is not used in the last milliseconds before its server closes it: a request on a closing socket is lost. */
const keepAliveMarginMs = 2000;

/** Milliseconds for one address of a host name before the next is tried. Node's 250 are not enough for distant networks. */
const addressPatienceMs = 1000;

function trustedRoots(ca: string): string[] {
  return [...tls.rootCertificates, ca];
}

/** Socket events update the trace, so that a timeout says whether DNS, the connection or TLS was waited for. */
function traceSocket(socket: Socket, secure: boolean, trace: AttemptTrace): void {
  socket.once('lookup', (error: Error | null) => !error && trace.reached('tcp'));
  socket.once('connect', () => trace.reached(secure ? 'tls' : 'http'));
  socket.once('secureConnect', () => trace.reached('http'));
}

/** Connects as undici does, and keeps every socket in `sockets`, including those that are still connecting. */
function trackingConnector(options: buildConnector.BuildOptions, trace: AttemptTrace, sockets: Set<Socket>): Connect {
  const connect = buildConnector(options) as Connect;
  return (target, callback) => {
    const socket = connect(target, callback);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (isIP(target.hostname.replace(/^\[|\]$/g, ''))) trace.reached('tcp');
    traceSocket(socket, target.protocol === 'https:', trace);
    return socket;
  };
}

type Encoded = Parameters<typeof decodedBody>[0];

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of decodedBody(response as Encoded) ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= maxFailureBody) break;
  }
  return text.slice(0, maxFailureBody);
}

/** Records an answer that is not a success, and passes its limited body on. Of a body that breaks off, the part that arrived counts. */
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
  const kept = [...headers].filter(([name]) => name !== 'content-length');
  return new Response(status === 304 ? null : body, { status, statusText, headers: kept });
}

/** Statuses of success without a complete answer: none of them is valid for a request. */
const withoutAnswer: ReadonlySet<number> = new Set([202, 204, 205, 206]);

/** A JSON answer that fails the request with the cause. */
function failedResponse(cause: LoadError, id: string | number, receiver: Receiver): Response {
  const [text = '[]'] = delivered([receiver.gate.blame(cause, id)], receiver);
  return new Response(text, { status: 200, headers: { 'content-type': 'application/json' } });
}

/** The type of a body, without its parameters. */
export function mediaType(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

function judgedBody(body: ReadableStream<Uint8Array>, contentType: string, watch: BodyWatch): ReadableStream<Uint8Array> {
  const type = mediaType(contentType);
  if (type === 'text/event-stream') return validatedEvents(body, watch);
  if (type === 'application/json' && watch.expected !== undefined) return validatedJson(body, contentType, watch.expected, watch);
  return boundedBody(body, watch);
}

/** Notes that the server answered, and checks the rest of its answer. */
function recordAnswer(response: Response, watch: BodyWatch): Response {
  const { status, statusText, headers } = response;
  const { trace, done, expected, receiver } = watch;
  trace.httpFailure = undefined;
  trace.transportError = undefined;
  trace.reached('handshake');
  if (headers.has('mcp-session-id')) trace.hasSession = true;
  if (expected !== undefined && withoutAnswer.has(status)) {
    done();
    response.body?.cancel().catch(() => {});
    return failedResponse(invalidReply(`the server answered HTTP ${status} ${STATUS_CODES[status]} to a request`), expected, receiver);
  }
  let body: ReadableStream<Uint8Array> | null;
  try {
    body = decodedBody(response as Encoded);
  } catch (error) {
    done();
    const cause = namedCause(error, trace);
    if (expected === undefined || !(cause instanceof LoadError)) throw cause;
    return failedResponse(cause, expected, receiver);
  }
  if (body === null) {
    done();
    return response;
  }
  return new Response(judgedBody(body, headers.get('content-type') ?? '', watch), { status, statusText, headers });
}

/**
 * The stream for unsolicited messages of a server is not opened while tools are loaded: the SDK gets 405, the answer of a server that
 * offers none. A stream that resumes a broken reply is opened.
 */
function isStandaloneStream(method: string, headers: Headers): boolean {
  return method === 'GET' && !headers.has('last-event-id');
}

/** Replaces the marks in a request by the numbers, with all their digits. */
function withDigits(init: RequestInit, headers: Headers): RequestInit {
  for (const [name, value] of [...headers]) if (unmarkedText(value) !== value) headers.set(name, unmarkedText(value));
  return typeof init.body === 'string' ? { ...init, headers, body: unmarked(init.body) } : { ...init, headers };
}

/** An answer as `sendAuthorized` sees it. */
interface Refusable {
  readonly status: number;
  readonly challenge: string | null;
  discard(): Promise<void> | undefined;
}

/** Sends a request with the token of the connection, and once more where the server refused that and there is another one. */
async function sendAuthorized<T>(
  send: (token: string | undefined) => Promise<T>,
  seen: (answer: T) => Refusable,
  authorizer: Authorizer,
): Promise<T> {
  const sent = await authorizer.token();
  const answer = await send(sent);
  const { status, challenge, discard } = seen(answer);
  if (status !== 401 && status !== 403) return answer;
  const again = await authorizer.refused({ status, challenge, sent }).catch(async error => {
    await discard();
    throw error;
  });
  if (!again) return answer;
  await discard();
  return send(await authorizer.token());
}

const seenResponse = (response: Response): Refusable => ({
  status: response.status,
  challenge: response.headers.get('www-authenticate'),
  discard: () => response.body?.cancel(),
});

const seenExchange = ({ start, exchange }: { readonly start: AnswerStart; readonly exchange: HttpExchange }): Refusable => ({
  status: start.status,
  challenge: start.headers['www-authenticate'] === undefined ? null : String(start.headers['www-authenticate']),
  discard: async () => exchange.abandon(),
});

/** Statuses of answers that have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf({ start, body }: HandedOver): Response {
  const { status, statusText } = start;
  const headers = Object.entries(withOwnCoding(start.headers)).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return new Response(bodiless.has(status) ? null : ReadableStream.from(body), { status, statusText, headers });
}

/**
 * Makes the client of one attempt. `standaloneStream` says whether GET streams are opened (SSE needs one). What the server
 * sends goes through `receiver`.
 */
export function createHttpClient(
  trace: AttemptTrace,
  options: HttpClientOptions,
  standaloneStream: boolean,
  { receiver, url }: { readonly receiver: Receiver; readonly url: URL },
): HttpClient {
  const sockets = new Set<Socket>();
  const connectOptions = {
    allowH2: false,
    timeout: options.socketTimeoutMs ?? 0,
    autoSelectFamilyAttemptTimeout: addressPatienceMs,
    ...(options.ca !== undefined && { ca: trustedRoots(options.ca) }),
  };
  const agent = new Agent({
    connect: patiently(trackingConnector(connectOptions, trace, sockets)),
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
    keepAliveTimeoutThreshold: keepAliveMarginMs,
  });
  const dispatcher = agent.compose(encodedBodies);
  const exchanges = new InFlight<Id, { abandon(): void }>();
  const handedOver = new Map<Id, HandedOver>();
  const limits = { trace, receiver, maxBytes: options.maxResponseBytes, perEvent: options.lasting ?? false };
  const begin = (headers: Headers, signal: AbortSignal | null | undefined): BodyWatch => {
    const name = headers.get(exchangeHeader);
    const controller = new AbortController();
    if (name === null) {
      // A listener on the connection's signal would be kept as long as the connection.
      const end = () => controller.abort(signal?.reason);
      if (signal?.aborted) end();
      if (signal) setMaxListeners(maxOnSignal, signal);
      signal?.addEventListener('abort', end, { once: true });
      return { ...limits, expected: undefined, signal: controller.signal, done: () => signal?.removeEventListener('abort', end) };
    }
    headers.delete(exchangeHeader);
    const id: Id = JSON.parse(name);
    const given = handedOver.get(id);
    exchanges.set(id, {
      abandon: () => {
        controller.abort();
        given?.abandon?.();
      },
    });
    return { ...limits, expected: id, signal: controller.signal, done: () => void exchanges.delete(id) };
  };
  const tracedFetch = async (input: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers as Record<string, string>);
    if (!standaloneStream && isStandaloneStream(init.method ?? 'GET', headers)) return new Response(null, { status: 405 });
    const exchange = begin(headers, init.signal);
    const given = exchange.expected === undefined ? undefined : handedOver.get(exchange.expected);
    if (given !== undefined) handedOver.delete(exchange.expected!);
    const request = { ...withDigits(init, headers), dispatcher, signal: exchange.signal };
    const send = (token?: string) => {
      const own = new Headers(headers);
      if (token !== undefined) own.set('authorization', `Bearer ${token}`);
      return undiciFetch(input, { ...request, headers: own } as unknown as Parameters<typeof undiciFetch>[1]);
    };
    const { authorizer } = options;
    const isOwn = authorizer !== undefined && new URL(String(input)).origin === url.origin;
    const sent = () => (isOwn ? sendAuthorized(send, seenResponse, authorizer) : send());
    const response = await (given === undefined ? sent() : Promise.resolve(responseOf(given))).catch(error => {
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
  const postOnce: HttpClient['post'] = async ({ id, body, headers }) => {
    const exchange = HttpExchange.post(agent, { origin: url.origin, path: url.pathname + url.search, headers, body });
    exchanges.set(id, exchange);
    try {
      return { start: await exchange.answered, exchange };
    } catch (error) {
      exchanges.delete(id);
      throw error;
    }
  };
  const post: HttpClient['post'] = async request => {
    const send = (token?: string) =>
      postOnce(token === undefined ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
    const { authorizer } = options;
    try {
      const answer = await (authorizer === undefined ? postOnce(request) : sendAuthorized(send, seenExchange, authorizer));
      trace.httpFailure = undefined;
      trace.transportError = undefined;
      if (answer.start.headers['mcp-session-id'] !== undefined) trace.hasSession = true;
      return answer;
    } catch (error) {
      trace.transportError = error;
      throw error;
    }
  };
  const finished = (id: Id, exchange: HttpExchange) => {
    if (exchanges.get(id) === exchange) exchanges.delete(id);
  };
  const handOver = (id: Id, answer: HandedOver) => void handedOver.set(id, answer);
  const abandon = (id: Id) => exchanges.get(id)?.abandon();
  return { fetch: tracedFetch as unknown as typeof fetch, post, finished, handOver, abandon, release };
}
