/** The Streamable HTTP transport: POST, GET and DELETE of `/mcp` and `/mcp/p/PROFILE`, for clients of both eras. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { precheck, TransportFailure, toWireError } from '@mcpgw/failures';
import { InFlight } from '@mcpgw/loader/internal';
import { type EventPlace, eventPlace, type SessionStreams, standing } from '@mcpgw/replicas';
import { StoreError } from '@mcpgw/store';
import { readBody } from '@mcpgw/web/internal';
import type { CallerStreams } from './caller-streams.js';
import type { McpEndpoint } from './endpoint.js';
import { type EraHeaders, eraOf, legacyVersions } from './era.js';
import type { InFlightRequest, RequestContext } from './exchange.js';
import { InFlightBytes, overloadedText } from './in-flight-bytes.js';
import { errorText, isNotification, isRequest, type RpcMessage, type RpcRequest, type RpcResponse } from './json-rpc.js';
import type { KeptEvents, Live } from './live-config.js';
import { refuse, respond } from './refuse.js';
import { EventStream, Reply } from './reply.js';
import type { ClientSession, RequestOrigin } from './session.js';
import { StreamSink } from './stream-sink.js';

/** Between two comments on an event stream, which keep the connection alive. */
const keepAliveMs = 15_000;
/** The gateway asks a store that does not answer twice a second. */
const retryAfterSeconds = 1;
const sessionHeader = 'mcp-session-id';

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

function storeFault(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  throw error;
}

/** Not 404, after which clients open a new session: once the store answers again, this session may be found. */
function refuseUnknown(response: ServerResponse, error: StoreError): void {
  const message = `Whether there is such a session cannot be told now, try again: ${error.message}`;
  const failure = new TransportFailure({ mode: 'session_store_unavailable', message, cause: error });
  respond(response, 503, errorText(null, toWireError(failure)), { 'retry-after': String(retryAfterSeconds) });
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? '');
}

interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

/** The content types that a client accepts. Without an `Accept` header that is JSON. */
function acceptsOf(request: IncomingMessage): Accepts {
  const accept = header(request, 'accept') ?? 'application/json';
  const all = accept.includes('*/*');
  return { json: all || accept.includes('application/json'), stream: accept.includes('text/event-stream') };
}

function eraHeaders(request: IncomingMessage): EraHeaders {
  return { version: header(request, 'mcp-protocol-version'), method: header(request, 'mcp-method'), name: header(request, 'mcp-name') };
}

/** The W3C trace context of the headers. */
function traceOf(request: IncomingMessage): Record<string, string> {
  const trace: Record<string, string> = {};
  for (const name of ['traceparent', 'tracestate', 'baggage']) {
    const value = header(request, name);
    if (value !== undefined && value.length <= 8192) trace[name] = value;
  }
  return trace;
}

export class HttpTransport {
  readonly #endpoint: McpEndpoint;
  readonly #config: Live<{ readonly maxBodyBytes: number; readonly keptEvents: KeptEvents }>;
  readonly #callers: CallerStreams;
  readonly #streams: SessionStreams;
  readonly #inFlightBytes: InFlightBytes;
  /** Requests whose answers are not written yet. */
  readonly #finishing = new InFlight<Promise<unknown>, true>();

  constructor(
    endpoint: McpEndpoint,
    config: Live<{ readonly maxBodyBytes: number; readonly keptEvents: KeptEvents }>,
    callers: CallerStreams,
    streams: SessionStreams,
  ) {
    this.#callers = callers;
    this.#endpoint = endpoint;
    this.#streams = streams;
    this.#config = config;
    this.#inFlightBytes = new InFlightBytes(config);
  }

  /** Serves one HTTP request of the endpoint. `origin` follows from its path and from who made it. */
  async serve(request: IncomingMessage, response: ServerResponse, origin: RequestOrigin): Promise<void> {
    switch (request.method) {
      case 'POST':
        return this.#post(request, response, origin);
      case 'GET':
        return this.#listen(request, response, origin);
      case 'DELETE':
        return this.#end(request, response, origin);
      default:
        return refuse(response, 405, 'Method not allowed', 'invalid_request', { allow: 'GET, POST, DELETE' });
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse, origin: RequestOrigin): Promise<void> {
    if (!isJson(request.headers['content-type'])) return refuse(response, 415, 'Content-Type must be application/json');
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return refuse(response, 415, 'Content-Encoding is not taken');
    const accepts = acceptsOf(request);
    if (!accepts.json && !accepts.stream) return refuse(response, 406, 'Accept must name application/json and text/event-stream');
    const { maxBodyBytes } = this.#config.current;
    let isFull = false;
    response.on('close', () => this.#inFlightBytes.release(response));
    const body = await readBody(request, maxBodyBytes, bytes => {
      isFull = !this.#inFlightBytes.hold(response, bytes);
      return !isFull;
    });
    if (isFull) return respond(response, 503, overloadedText(), { 'retry-after': '1' });
    if (body === undefined) return refuse(response, 413, `The request has more than ${maxBodyBytes} bytes`, 'too_large');
    const checked = precheck(body);
    if (checked.violation) {
      const inBand = checked.violation.kind === 'method' || checked.violation.kind === 'params';
      return respond(response, inBand ? 200 : 400, errorText(checked.id, toWireError(checked.violation)));
    }
    if (Array.isArray(checked.message)) return refuse(response, 400, 'Invalid request: batches are not taken');
    await this.#message(checked.message as RpcMessage, request, response, origin, { ...accepts, bytes: body.length });
  }

  async #message(
    message: RpcMessage,
    request: IncomingMessage,
    response: ServerResponse,
    origin: RequestOrigin,
    arrived: Accepts & { readonly bytes: number },
  ): Promise<void> {
    const era = eraOf(message, eraHeaders(request));
    if (era.kind === 'refused') {
      const { status, error } = era.refusal;
      respond(response, status, errorText(isRequest(message) ? message.id : null, error));
      return;
    }
    const session = era.kind === 'legacy' ? await this.#sessionOf(request, response, message, origin) : undefined;
    if (session === 'refused') return;
    if (!isRequest(message)) {
      if (isNotification(message)) this.#endpoint.receiveNotification(message, session);
      else {
        const fault = await this.#endpoint.receiveResponse(message as RpcResponse, session).catch(storeFault);
        if (fault) return refuseUnknown(response, fault);
      }
      response.writeHead(202).end();
      return;
    }
    const { profile, caller } = origin;
    const trace = traceOf(request);
    if (message.method === 'initialize' && era.kind === 'legacy')
      await this.#initialize(message, new Reply(response, { accepts: arrived, keepAliveMs }), origin);
    else this.#request(message, response, arrived, { era: era.kind, profile, caller, bytes: arrived.bytes, session, trace });
  }

  async #initialize(message: RpcRequest, reply: Reply, origin: RequestOrigin): Promise<void> {
    const { session, text } = this.#endpoint.initialize(message, origin);
    if (session) await this.#endpoint.save(session);
    reply.finish(text, session ? 200 : 503, session ? { [sessionHeader]: session.id } : {});
  }

  #request(message: RpcRequest, response: ServerResponse, accepts: Accepts, context: Omit<RequestContext, 'writer'>): void {
    const { session } = context;
    const { keepMs } = this.#config.current.keptEvents;
    const resumable =
      session && keepMs > 0
        ? (stream: EventStream) => {
            const sink = new StreamSink(stream, session.identity.protocolVersion, message.id);
            return this.#streams.open(session.digest, message.id, sink, () => call.abort());
          }
        : undefined;
    const reply = new Reply(response, { accepts, keepAliveMs, resumable });
    const call = this.#endpoint.request(message, { ...context, writer: reply });
    response.once('close', () => {
      if (!response.writableFinished) void this.#left(reply, call);
    });
    const finished = call.answer.then(answered => {
      if (answered) reply.finish(answered.text, answered.status);
      else reply.abandon();
      return reply.written;
    });
    this.#finishing.set(finished, true);
    void finished.finally(() => this.#finishing.delete(finished));
  }

  /** The client is disconnected. Its request goes on as long as it may resume the stream of the answer. */
  async #left(reply: Reply, call: InFlightRequest): Promise<void> {
    const opened = await reply.left();
    if (opened === undefined) return call.abort();
    let isAnswered = false;
    void call.answer.then(() => {
      isAnswered = true;
    });
    const look = async () => {
      if (isAnswered) return;
      if (await opened.isRead()) setTimeout(look, this.#config.current.keptEvents.keepMs).unref();
      else call.abort();
    };
    setTimeout(look, this.#config.current.keptEvents.keepMs).unref();
  }

  /** Settles when the answers of requests that have ended are written. */
  async settled(): Promise<void> {
    await Promise.all(this.#finishing.keys());
  }

  /** The session that a message belongs to; `undefined` for a client that did not open one. */
  async #sessionOf(
    request: IncomingMessage,
    response: ServerResponse,
    message: RpcMessage | undefined,
    origin: RequestOrigin,
  ): Promise<ClientSession | undefined | 'refused'> {
    const version = header(request, 'mcp-protocol-version');
    if (version !== undefined && !(legacyVersions as readonly string[]).includes(version)) {
      refuse(response, 400, `Unsupported protocol version: ${version.slice(0, 40)} (supported: ${legacyVersions.join(', ')})`);
      return 'refused';
    }
    const id = header(request, sessionHeader);
    if (id === undefined || (message && 'method' in message && message.method === 'initialize')) return undefined;
    const session = this.#endpoint.sessionAtOnce(id, origin) ?? (await this.#endpoint.session(id, origin).catch(storeFault));
    if (session instanceof StoreError) {
      refuseUnknown(response, session);
      return 'refused';
    }
    if (session !== undefined) return session;
    refuse(response, 404, 'Session not found: it has ended, or never was; initialize again', 'session_not_found');
    return 'refused';
  }

  /** Opens the stream for messages that belong to no request. */
  async #listen(request: IncomingMessage, response: ServerResponse, origin: RequestOrigin): Promise<void> {
    if (!acceptsOf(request).stream) {
      refuse(response, 406, 'Accept must name text/event-stream');
      return;
    }
    const session = await this.#sessionOf(request, response, undefined, origin);
    if (session === 'refused') return;
    if (session === undefined) {
      refuse(response, 400, 'The header Mcp-Session-Id is missing');
      return;
    }
    const lastId = header(request, 'last-event-id');
    const place = lastId === undefined ? undefined : eventPlace(session.digest, lastId);
    if (lastId !== undefined && place === undefined) {
      refuse(response, 400, 'The header Last-Event-ID does not name an event of this session');
      return;
    }
    const stopped = session.reading();
    response.once('close', stopped);
    try {
      await this.#read(session, place, response, origin);
    } catch (error) {
      refuseUnknown(response, storeFault(error));
    }
  }

  /** Writes the events of a stream to the client: of the standing stream, or of the one that `place` names. */
  async #read(session: ClientSession, place: EventPlace | undefined, response: ServerResponse, origin: RequestOrigin): Promise<void> {
    const sink = () =>
      new StreamSink(
        new EventStream(response, keepAliveMs, { [sessionHeader]: session.id }),
        session.identity.protocolVersion,
        place?.request,
      );
    const isStanding = place === undefined || place.stream === standing;
    const stop = await (isStanding
      ? this.#streams.readStanding(session.digest, place, sink)
      : this.#streams.readRequest(session.digest, place, sink));
    if (stop === undefined) {
      const lost = sink();
      lost.answerLost();
      lost.end();
    } else if (response.destroyed) stop();
    else {
      const forget = this.#callers.add(origin.caller, origin.profile, () => response.end());
      response.once('close', () => {
        forget();
        stop();
      });
    }
  }

  async #end(request: IncomingMessage, response: ServerResponse, origin: RequestOrigin): Promise<void> {
    const session = await this.#sessionOf(request, response, undefined, origin);
    if (session === 'refused') return;
    if (session === undefined) {
      refuse(response, 400, 'The header Mcp-Session-Id is missing');
      return;
    }
    const isEnded = await this.#endpoint.endSession(session);
    response.writeHead(isEnded ? 200 : 202).end();
  }
}
