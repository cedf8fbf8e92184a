/** The Streamable HTTP transport: POST, GET and DELETE of `/mcp` and `/mcp/p/PROFILE`, for clients of both eras. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { precheck, TransportFailure, toWireError } from '@mcpgw/failures';
import { StoreError } from '@mcpgw/store';
import { readBody } from '../http/body.js';
import type { CallerStreams } from './caller-streams.js';
import type { McpEndpoint, RequestContext } from './endpoint.js';
import { type EraHeaders, eraOf, legacyVersions } from './era.js';
import { InFlightBytes, overloadedText } from './in-flight-bytes.js';
import { errorText, isNotification, isRequest, type RpcMessage, type RpcRequest, type RpcResponse } from './json-rpc.js';
import type { Live } from './live-config.js';
import { refuse, respond } from './refuse.js';
import { EventStream, Reply } from './reply.js';
import type { ClientSession, RequestOrigin } from './session.js';

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

/** The content types that a client accepts. Without an `Accept` header that is JSON. */
function acceptsOf(request: IncomingMessage): { json: boolean; stream: boolean } {
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
  readonly #streams: CallerStreams;
  readonly #config: Live<{ readonly maxBodyBytes: number }>;
  readonly #inFlightBytes: InFlightBytes;

  constructor(endpoint: McpEndpoint, config: Live<{ readonly maxBodyBytes: number }>, streams: CallerStreams) {
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
    response.once('close', () => this.#inFlightBytes.release(response));
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
    arrived: { json: boolean; stream: boolean; bytes: number },
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
      else session?.receiveResponse(message as RpcResponse);
      response.writeHead(202).end();
      return;
    }
    const reply = new Reply(response, { accepts: arrived, keepAliveMs });
    const { profile, caller } = origin;
    const context = { era: era.kind, profile, caller, bytes: arrived.bytes, session, writer: reply, trace: traceOf(request) };
    if (message.method === 'initialize' && era.kind === 'legacy') await this.#initialize(message, reply, origin);
    else this.#request(message, response, reply, context);
  }

  async #initialize(message: RpcRequest, reply: Reply, origin: RequestOrigin): Promise<void> {
    const { session, text } = this.#endpoint.initialize(message, origin);
    if (session) await this.#endpoint.save(session);
    reply.finish(text, session ? 200 : 503, session ? { [sessionHeader]: session.id } : {});
  }

  #request(message: RpcRequest, response: ServerResponse, reply: Reply, context: RequestContext): void {
    const call = this.#endpoint.request(message, context);
    response.once('close', () => {
      if (!response.writableFinished) call.abort();
    });
    void call.answer.then(answered => (answered ? reply.finish(answered.text, answered.status) : reply.abandon()));
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
    const session = await this.#endpoint.session(id, origin).catch(storeFault);
    if (session instanceof StoreError) {
      refuseUnknown(response, session);
      return 'refused';
    }
    if (session !== undefined) return session;
    refuse(response, 404, 'Session not found: it has ended, or never was; initialize anew', 'session_not_found');
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
    const stream = new EventStream(response, keepAliveMs, { [sessionHeader]: session.id });
    (session.listen(stream) as EventStream | undefined)?.end();
    const forget = this.#streams.add(origin.caller, origin.profile, () => stream.end());
    response.once('close', () => {
      forget();
      session.stopListening(stream);
    });
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
