/** What clients say, from any transport, to what is answered: sessions, requests under way, notifications. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { untilAborted } from '@mcpgw/loader/internal';
import { type Answer, answer, type DispatchDeps } from './dispatch.js';
import { legacyVersions } from './era.js';
import type { Exchange } from './exchange.js';
import { errorText, type Params, type RpcNotification, type RpcRequest, resultText } from './json-rpc.js';
import type { Outlet, Session, SessionPlace } from './session.js';
import type { SessionStore } from './session-store.js';
import type { Sessions } from './sessions.js';
import { isNoTurn, type NoTurn, type TurnSettings, Turns } from './turns.js';

export interface FrontDeps {
  readonly sessions: Sessions;
  readonly dispatch: DispatchDeps;
  /** What initialize and server/discover say of the gateway. */
  readonly identity: () => { readonly capabilities: Params; readonly serverInfo: Params; readonly instructions?: string };
  readonly turns: () => TurnSettings;
  readonly maxSessions: () => number;
  readonly onSession: (session: Session) => void;
  readonly kept: SessionStore;
  /** Takes up a session from the store. */
  readonly revive: (id: string) => Promise<Session | undefined>;
  /** roots/list_changed, and whatever else a client tells. */
  readonly onNotification: (notification: RpcNotification, session: Session | undefined) => void;
}

export interface Arrival {
  readonly era: 'legacy' | 'modern';
  readonly profile: string | undefined;
  readonly manages: boolean;
  readonly session: Session | undefined;
  readonly outlet: Outlet;
  readonly trace: Readonly<Record<string, string>>;
}

export interface UnderWay {
  /** The answer; undefined where none is wanted any more. Never rejects. */
  readonly answer: Promise<Answer | undefined>;
  /** The client went away. */
  abort(): void;
}

/** The client took the request back. */
export class RequestCancelled extends Error {
  override name = 'RequestCancelled';
}

/** The gateway ends the request. */
export class GatewayStops extends Error {
  override name = 'GatewayStops';
}

const noParams: Params = {};

export class Front {
  readonly #deps: FrontDeps;
  readonly #underWay = new Map<Promise<unknown>, AbortController>();
  /** What requests wait for in the store, before they can be run or after they were. */
  readonly #lookups = new Set<Promise<unknown>>();
  readonly #turns: Turns;

  constructor(deps: FrontDeps) {
    this.#deps = deps;
    this.#turns = new Turns(deps.turns);
  }

  /** Requests that have no answer yet. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /**
   * The session of an id; one that this process does not have is looked for in the store.
   *
   * @throws StoreError where it cannot be told whether there is such a session
   */
  session(id: string): Promise<Session | undefined> {
    return this.#awaited(this.#session(id));
  }

  async #session(id: string): Promise<Session | undefined> {
    const session = this.#deps.sessions.find(id);
    if (session === undefined) return this.#deps.revive(id);
    return (await this.#deps.kept.check(session)) ? session : undefined;
  }

  /** Settles when a new session is in the store, for restarts and other replicas. */
  keep(session: Session): Promise<void> {
    return this.#awaited(this.#deps.kept.keep(session));
  }

  /** Ends a session here, and at all replicas; false where those cannot be told now. */
  async endSession(session: Session): Promise<boolean> {
    this.#deps.sessions.end(session, 'client', 'the client ended the session');
    return this.#awaited(this.#deps.kept.ended(session));
  }

  /** Opens a session: the version that the client asked for where it is known, else the newest. */
  initialize({ id, params = noParams }: RpcRequest, place: SessionPlace): { session?: Session; text: string } {
    const asked = String(params.protocolVersion);
    const protocolVersion = (legacyVersions as readonly string[]).includes(asked) ? asked : legacyVersions[0];
    const client = { protocolVersion, capabilities: params.capabilities as Params, clientInfo: params.clientInfo as Params };
    const session = this.#deps.sessions.open(client, place);
    if (session === undefined) {
      const message = `Too many sessions are open: ${this.#deps.maxSessions()} (limits.sessions), and all of them are in use`;
      const data = { failure_mode: 'too_many_sessions', failure_category: 'contract_violation' };
      return { text: errorText(id, { code: -32603, message, data }) };
    }
    this.#deps.onSession(session);
    return { session, text: resultText(id, { protocolVersion, ...this.#deps.identity() }) };
  }

  /** Runs a request. */
  request(message: RpcRequest, arrival: Arrival): UnderWay {
    const controller = new AbortController();
    const { session } = arrival;
    if (session && !session.began(message.id, controller, arrival.outlet))
      return {
        answer: Promise.resolve(refused(message, { message: 'A request with this id is under way', data: inUse })),
        abort: () => {},
      };
    const running = this.#run(message, arrival, controller);
    this.#underWay.set(running, controller);
    void running.then(() => this.#underWay.delete(running));
    return { answer: running, abort: () => controller.abort(new RequestCancelled('the client went away')) };
  }

  async #run(
    message: RpcRequest,
    { era, profile, manages, session, outlet, trace }: Arrival,
    controller: AbortController,
  ): Promise<Answer | undefined> {
    const { signal } = controller;
    const exchange: Exchange = {
      id: message.id,
      method: message.method,
      params: message.params ?? noParams,
      era,
      profile,
      manages,
      session,
      client: session,
      signal,
      outlet,
      trace,
    };
    try {
      const work = () => answer(exchange, this.#deps.dispatch);
      const done = session && message.method !== 'ping' ? await this.#turns.run(session, signal, work) : await work();
      const answered = isNoTurn(done) ? refused(message, done) : done;
      return signal.aborted && signal.reason instanceof RequestCancelled ? undefined : answered;
    } finally {
      session?.ended(message.id);
    }
  }

  /** Takes a notification of a client. */
  notified(notification: RpcNotification, session: Session | undefined): void {
    if (notification.method === 'notifications/cancelled') {
      const id = notification.params?.requestId;
      if (typeof id === 'string' || typeof id === 'number') session?.cancel(id, new RequestCancelled('the client took the request back'));
      return;
    }
    this.#deps.onNotification(notification, session);
  }

  /** A drain waits for `work`. */
  #awaited<T>(work: Promise<T>): Promise<T> {
    this.#lookups.add(work);
    const done = () => this.#lookups.delete(work);
    void work.then(done, done);
    return work;
  }

  /**
   * Resolves when every request has its answer, also those whose session is still looked for in the store. After so many milliseconds
   * requests that have none are ended, and the store is not waited for.
   */
  async drain(milliseconds: number): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => {
      this.abortAll();
      late.abort();
    }, milliseconds);
    while (this.#underWay.size > 0 || (this.#lookups.size > 0 && !late.signal.aborted)) {
      const found = untilAborted(Promise.allSettled(this.#lookups), late.signal).catch(() => {});
      await Promise.all([...this.#underWay.keys(), found]);
      // A request whose session was found is under way from the next turn on.
      await nextTurn();
    }
    clearTimeout(timer);
  }

  /** Ends what is under way; each request is answered with that. */
  abortAll(): void {
    for (const controller of this.#underWay.values()) controller.abort(new GatewayStops('the gateway stops'));
  }
}

const inUse = { failure_mode: 'invalid_request', failure_category: 'contract_violation' };

function refused({ id }: RpcRequest, { message, data }: NoTurn): Answer {
  return { text: errorText(id, { code: -32600, message: `Invalid request: ${message}`, data }), status: 200 };
}
