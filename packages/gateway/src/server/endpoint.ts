/** The endpoint of MCP behind every transport: opens and finds sessions, runs requests and takes notifications. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failureFields, GatewayStops } from '@mcpgw/failures/internal';
import { InFlight } from '@mcpgw/loader/internal';
import type { Telemetry } from '@mcpgw/telemetry';
import { answer, type DispatchParts, recordOther } from './dispatch.js';
import { legacyVersions } from './era.js';
import type { Exchange, InFlightRequest, RequestContext, RpcAnswer } from './exchange.js';
import { followRequest } from './follow-request.js';
import { errorText, type Params, type RpcNotification, type RpcRequest, type RpcResponse, resultText } from './json-rpc.js';
import type { Logger } from './logger.js';
import { type Peers, RequestCancelled } from './peers.js';
import { type ClientSession, isOfOrigin, type RequestOrigin } from './session.js';
import { isQueueRefusal, type QueueRefusal, SessionQueue } from './session-queue.js';
import type { SessionRecovery } from './session-recovery.js';
import type { SessionStore } from './session-store.js';
import type { Sessions } from './sessions.js';

export interface EndpointParts extends DispatchParts {
  readonly sessions: Sessions;
  readonly sessionStore: SessionStore;
  readonly recovery: SessionRecovery;
  readonly peers: Peers;
  readonly logger: Logger;
  readonly telemetry?: Telemetry | undefined;
}

const noParams: Params = {};

export class McpEndpoint {
  readonly #parts: EndpointParts;
  readonly #inFlight = new InFlight<Promise<unknown>, AbortController>();
  /** Work in the store that requests wait for, before they can run or after they did. */
  readonly #lookups = new Set<Promise<unknown>>();
  readonly #queue: SessionQueue;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#queue = new SessionQueue(parts.config);
  }

  /** Requests that are not answered yet. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Does what `session` does, where the answer is known without waiting; else gives `undefined`. */
  sessionAtOnce(id: string, origin: RequestOrigin): ClientSession | undefined {
    const session = this.#parts.sessions.find(id);
    if (session === undefined || !isOfOrigin(session, origin) || !this.#parts.sessionStore.continues(session)) return undefined;
    session.caller = origin.caller;
    return session;
  }

  /**
   * The session of an id, if it belongs to the one who asks; one that this process does not have is recovered from the store.
   *
   * @throws StoreError where nobody knows whether there is such a session
   */
  session(id: string, origin: RequestOrigin): Promise<ClientSession | undefined> {
    return this.#awaited(this.#session(id, origin));
  }

  async #session(id: string, origin: RequestOrigin): Promise<ClientSession | undefined> {
    const { sessions, sessionStore, recovery } = this.#parts;
    const session = sessions.find(id);
    if (session === undefined) return recovery.recover(id, origin);
    if (!isOfOrigin(session, origin) || !(await sessionStore.check(session))) return undefined;
    session.caller = origin.caller;
    return session;
  }

  /** Settles when a new session is in the store, for restarts and other replicas. */
  save(session: ClientSession): Promise<void> {
    return this.#awaited(this.#parts.sessionStore.save(session));
  }

  /** Ends a session here and at all replicas; `false` where those cannot learn of it now. */
  async endSession(session: ClientSession): Promise<boolean> {
    this.#parts.sessions.end(session, 'client', 'the client ended the session');
    return this.#awaited(this.#parts.sessionStore.ended(session));
  }

  /** Opens a session, in the revision that the client asks for where that is known, and else in the newest one. */
  initialize({ id, params = noParams }: RpcRequest, origin: RequestOrigin): { session?: ClientSession; text: string } {
    const { sessions, config, logger } = this.#parts;
    const asked = String(params.protocolVersion);
    const protocolVersion = (legacyVersions as readonly string[]).includes(asked) ? asked : legacyVersions[0];
    const client = { protocolVersion, capabilities: params.capabilities as Params, clientInfo: params.clientInfo as Params };
    const session = sessions.open(client, origin);
    const { identity, sessionLimits } = config.current;
    if (session === undefined) {
      const message = `Too many sessions are open: ${sessionLimits.maxSessions} (limits.sessions), and all of them are in use`;
      const data = failureFields('contract_violation', 'too_many_sessions');
      return { text: errorText(id, { code: -32603, message, data }) };
    }
    session.caller = origin.caller;
    logger.debug('session opened', { sessions: sessions.size, client: String(client.clientInfo.name) });
    return { session, text: resultText(id, { protocolVersion, ...identity }) };
  }

  /** Starts a request. */
  request(message: RpcRequest, context: RequestContext): InFlightRequest {
    const controller = new AbortController();
    const { session } = context;
    if (session && !session.beginRequest(message.id, controller, context.writer))
      return {
        answer: Promise.resolve(refused(message, { message: 'A request with this ID is in flight', data: inUse })),
        abort: () => {},
      };
    const running = this.#run(message, context, controller);
    this.#inFlight.set(running, controller);
    void running.then(() => this.#inFlight.delete(running));
    return { answer: running, abort: () => controller.abort(new RequestCancelled('the client went away')) };
  }

  async #run(
    message: RpcRequest,
    { era, profile, caller, bytes, session, writer, trace }: RequestContext,
    { signal }: AbortController,
  ): Promise<RpcAnswer | undefined> {
    const exchange: Exchange = {
      id: message.id,
      method: message.method,
      params: message.params ?? noParams,
      era,
      profile,
      caller,
      bytes,
      session,
      client: session,
      signal,
      writer,
      trace,
      span: followRequest(this.#parts.telemetry, message, { era, caller, session, trace }),
      reached: {},
    };
    try {
      const done = session && message.method !== 'ping' ? await this.#inTurn(session, exchange) : await answer(exchange, this.#parts);
      const answered = isQueueRefusal(done) ? this.#notQueued(message, exchange, done) : done;
      if (session?.told) await session.told;
      return signal.aborted && signal.reason instanceof RequestCancelled ? undefined : answered;
    } finally {
      session?.endRequest(message.id);
    }
  }

  /** A request that the queue of its session does not take. */
  #notQueued(message: RpcRequest, exchange: Exchange, refusal: QueueRefusal): RpcAnswer {
    const answered = refused(message, refusal);
    const failure = { category: refusal.data.failure_category, mode: refusal.data.failure_mode };
    recordOther(exchange, { failure, text: answered.text, milliseconds: 0, code: answered.code }, this.#parts);
    return answered;
  }

  #inTurn(session: ClientSession, exchange: Exchange): Promise<RpcAnswer | QueueRefusal> {
    return this.#queue.run(session, exchange.signal, () => answer(exchange, this.#parts));
  }

  /** Takes a notification of a client. */
  receiveNotification({ method, params }: RpcNotification, session: ClientSession | undefined): void {
    if (session === undefined) return;
    if (method === 'notifications/cancelled') {
      const id = params?.requestId;
      if (typeof id === 'string' || typeof id === 'number') this.#parts.peers.cancel(session, id);
    } else if (method === 'notifications/roots/list_changed') {
      this.#parts.peers.rootsChanged(session);
    }
  }

  /**
   * Takes the answer of a client to a question, which this replica asked or another one.
   *
   * @throws StoreError where the replica that asked cannot be told now
   */
  receiveResponse(response: RpcResponse, session: ClientSession | undefined): Promise<void> {
    return session === undefined ? Promise.resolve() : this.#parts.peers.answered(session, response);
  }

  /** Makes a drain wait for `work`. */
  #awaited<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = Promise.allSettled([work]).then(() => this.#lookups.delete(settled));
    this.#lookups.add(settled);
    return work;
  }

  /**
   * Resolves when every request is answered, including those whose session is being looked up in the store. After so many milliseconds
   * the requests in flight are aborted, and the drain no longer waits for the store.
   */
  async drain(milliseconds: number): Promise<void> {
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(() => {
        isLate = true;
        this.abortAll();
        resolve();
      }, milliseconds);
    });
    while (this.#inFlight.size > 0 || (this.#lookups.size > 0 && !isLate)) {
      await Promise.all([...this.#inFlight.keys(), Promise.race([Promise.all(this.#lookups), late])]);
      // A request whose session was found is in flight from the next turn of the event loop on.
      await nextTurn();
    }
    clearTimeout(timer);
  }

  /** Aborts every request in flight; their answers say that the gateway stops. */
  abortAll(): void {
    for (const controller of this.#inFlight.values()) controller.abort(new GatewayStops('the gateway stops'));
  }
}

const inUse = failureFields('contract_violation', 'invalid_request');

function refused({ id }: RpcRequest, { message, data }: QueueRefusal): RpcAnswer {
  return { text: errorText(id, { code: -32600, message: `Invalid request: ${message}`, data }), status: 200, code: -32600 };
}
