/** The streamable HTTP endpoint: POST, GET and DELETE of `/mcp` and `/mcp/p/PROFILE`, for clients of both eras. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TransportFailure } from '../failures/gateway-failure.js';
import { precheck } from '../failures/precheck.js';
import { toWireError } from '../failures/wire.js';
import { readBody } from '../http/body.js';
import { StoreError } from '../store/store.js';
import { type EraHeaders, eraOf, legacyVersions } from './era.js';
import type { Arrival, Front } from './front.js';
import { HeldRequests, overloadedText } from './held-requests.js';
import { errorText, isNotification, isRequest, type RpcMessage, type RpcRequest, type RpcResponse } from './json-rpc.js';
import { refuse, respond } from './refuse.js';
import { EventStream, Reply } from './reply.js';
import type { ClientPlace, Session, SessionPlace } from './session.js';

export interface HttpFrontSettings {
  readonly maxBodyBytes: number;
  readonly keepAliveMs: number;
}

/** The store is looked at twice a second. */
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

/** Not 404, on which clients open a new session: whether there is this one can be told once the store answers again. */
function refuseUnknown(response: ServerResponse, error: StoreError): void {
  const message = `Whether there is such a session cannot be told now, try again: ${error.message}`;
  const failure = new TransportFailure({ mode: 'session_store_unavailable', message, cause: error });
  respond(response, 503, errorText(null, toWireError(failure)), { 'retry-after': String(retryAfterSeconds) });
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(contentType ?? '');
}

/** What a client takes; one that says nothing takes JSON. */
function acceptsOf(request: IncomingMessage): { json: boolean; stream: boolean } {
  const accept = header(request, 'accept') ?? 'application/json';
  const all = accept.includes('*/*');
  return { json: all || accept.includes('application/json'), stream: accept.includes('text/event-stream') };
}

function eraHeaders(request: IncomingMessage): EraHeaders {
  return { version: header(request, 'mcp-protocol-version'), method: header(request, 'mcp-method'), name: header(request, 'mcp-name') };
}

/** Trace context of W3C, as headers carry it. */
function traceOf(request: IncomingMessage): Record<string, string> {
  const trace: Record<string, string> = {};
  for (const name of ['traceparent', 'tracestate', 'baggage']) {
    const value = header(request, name);
    if (value !== undefined && value.length <= 8192) trace[name] = value;
  }
  return trace;
}

export class HttpFront {
  readonly #front: Front;
  readonly #settings: () => HttpFrontSettings;
  readonly #held = new HeldRequests(() => this.#settings().maxBodyBytes);

  constructor(front: Front, settings: () => HttpFrontSettings) {
    this.#front = front;
    this.#settings = settings;
  }

  /** Serves one request of the endpoint; `place` is the profile that its path names, and whose key it carries. */
  async serve(request: IncomingMessage, response: ServerResponse, place: ClientPlace): Promise<void> {
    switch (request.method) {
      case 'POST':
        return this.#post(request, response, place);
      case 'GET':
        return this.#listen(request, response, place);
      case 'DELETE':
        return this.#end(request, response, place);
      default:
        return refuse(response, 405, 'Method not allowed', 'invalid_request', { allow: 'GET, POST, DELETE' });
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse, place: ClientPlace): Promise<void> {
    if (!isJson(request.headers['content-type'])) return refuse(response, 415, 'Content-Type must be application/json');
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') return refuse(response, 415, 'Content-Encoding is not taken');
    const accepts = acceptsOf(request);
    if (!accepts.json && !accepts.stream) return refuse(response, 406, 'Accept must name application/json and text/event-stream');
    const { maxBodyBytes } = this.#settings();
    let isFull = false;
    response.once('close', () => this.#held.release(response));
    const body = await readBody(request, maxBodyBytes, bytes => {
      isFull = !this.#held.hold(response, bytes);
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
    await this.#message(checked.message as RpcMessage, request, response, place, accepts);
  }

  async #message(
    message: RpcMessage,
    request: IncomingMessage,
    response: ServerResponse,
    place: ClientPlace,
    accepts: { json: boolean; stream: boolean },
  ): Promise<void> {
    const era = eraOf(message, eraHeaders(request));
    if (era.kind === 'refused') {
      const { status, error } = era.refusal;
      respond(response, status, errorText(isRequest(message) ? message.id : null, error));
      return;
    }
    const session = era.kind === 'legacy' ? await this.#sessionOf(request, response, message, place) : undefined;
    if (session === 'refused') return;
    if (!isRequest(message)) {
      if (isNotification(message)) this.#front.notified(message, session);
      else session?.answered(message as RpcResponse);
      response.writeHead(202).end();
      return;
    }
    const reply = new Reply(response, { accepts, keepAliveMs: this.#settings().keepAliveMs });
    const { profile, manages } = place;
    const arrival = { era: era.kind, profile, manages, session, outlet: reply, trace: traceOf(request) };
    if (message.method === 'initialize' && era.kind === 'legacy') await this.#initialize(message, reply, place);
    else this.#request(message, response, reply, arrival);
  }

  async #initialize(message: RpcRequest, reply: Reply, place: SessionPlace): Promise<void> {
    const { session, text } = this.#front.initialize(message, place);
    if (session) await this.#front.keep(session);
    reply.finish(text, session ? 200 : 503, session ? { [sessionHeader]: session.id } : {});
  }

  #request(message: RpcRequest, response: ServerResponse, reply: Reply, arrival: Arrival): void {
    const call = this.#front.request(message, arrival);
    response.once('close', () => {
      if (!response.writableFinished) call.abort();
    });
    void call.answer.then(answered => (answered ? reply.finish(answered.text, answered.status) : reply.abandon()));
  }

  /** The session that a message belongs to; undefined for a client that opened none. */
  async #sessionOf(
    request: IncomingMessage,
    response: ServerResponse,
    message: RpcMessage | undefined,
    place: SessionPlace,
  ): Promise<Session | undefined | 'refused'> {
    const version = header(request, 'mcp-protocol-version');
    if (version !== undefined && !(legacyVersions as readonly string[]).includes(version)) {
      refuse(response, 400, `Unsupported protocol version: ${version.slice(0, 40)} (supported: ${legacyVersions.join(', ')})`);
      return 'refused';
    }
    const id = header(request, sessionHeader);
    if (id === undefined || (message && 'method' in message && message.method === 'initialize')) return undefined;
    const session = await this.#front.session(id).catch(storeFault);
    if (session instanceof StoreError) {
      refuseUnknown(response, session);
      return 'refused';
    }
    if (session !== undefined && session.profile === place.profile && session.owner === place.owner) return session;
    refuse(response, 404, 'Session not found: it has ended, or never was; initialize anew', 'session_not_found');
    return 'refused';
  }

  /** Opens the stream for what belongs to no request. */
  async #listen(request: IncomingMessage, response: ServerResponse, place: SessionPlace): Promise<void> {
    if (!acceptsOf(request).stream) {
      refuse(response, 406, 'Accept must name text/event-stream');
      return;
    }
    const session = await this.#sessionOf(request, response, undefined, place);
    if (session === 'refused') return;
    if (session === undefined) {
      refuse(response, 400, 'The header Mcp-Session-Id is missing');
      return;
    }
    const stream = new EventStream(response, this.#settings().keepAliveMs, { [sessionHeader]: session.id });
    (session.listen(stream) as EventStream | undefined)?.end();
    response.once('close', () => session.stopListening(stream));
  }

  async #end(request: IncomingMessage, response: ServerResponse, place: SessionPlace): Promise<void> {
    const session = await this.#sessionOf(request, response, undefined, place);
    if (session === 'refused') return;
    if (session === undefined) {
      refuse(response, 400, 'The header Mcp-Session-Id is missing');
      return;
    }
    const isEnded = await this.#front.endSession(session);
    response.writeHead(isEnded ? 200 : 202).end();
  }
}
