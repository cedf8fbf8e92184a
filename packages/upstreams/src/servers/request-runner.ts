/** The steps `connect` and `send` of every request to one server, within the limits that the configuration sets. */
import { TransportFailure } from '@mcpgw/failures';
import { GatewayStops } from '@mcpgw/failures/internal';
import { Deadline, DeadlineError, LoadError } from '@mcpgw/loader/internal';
import type { ServerConfig } from '@mcpgw/mcp-config';
import type { CallOptions, DownstreamSession } from '../tools/source.js';
import type { ConnectionSupervisor } from './connection-supervisor.js';
import { Limiter } from './limiter.js';
import type { LiveConnection } from './live-connection.js';
import { type RequestSubject, requestFailure, unavailable } from './request-failure.js';
import { type HeldConnection, type SessionConnections, TooManyConnectionsError } from './session-connections.js';
import { defaultCallTimeoutMs, type UpstreamSettings } from './settings.js';
import type { Sharers } from './sharers.js';
import type { ConnectionInfo } from './types.js';

export interface RequestRunnerDeps {
  readonly settings: Pick<UpstreamSettings, 'maySpeak' | 'queueSize'>;
  readonly secrets: readonly string[];
  readonly supervisor: ConnectionSupervisor;
  /** The connections that belong to one session each. */
  readonly own: SessionConnections;
  /** Whether each caller has a connection with a login of its own. */
  readonly isPerCaller: boolean;
  /** Whether the token of the caller is exchanged: then the gateway's own connection is for nobody else. */
  readonly isExchanged: boolean;
  /** The sessions whose requests are on the shared connection. */
  readonly sharers: Sharers;
  readonly info: () => ConnectionInfo;
}

/** Sends a request on a connection. `signal` is aborted at the deadline, and when the caller cancels. */
export type SendRequest<T> = (live: LiveConnection, signal: AbortSignal) => Promise<T>;

export class RequestRunner {
  readonly #deps: RequestRunnerDeps;
  readonly #limiter: Limiter;
  #config: ServerConfig;

  constructor(config: ServerConfig, deps: RequestRunnerDeps) {
    this.#config = config;
    this.#deps = deps;
    this.#limiter = new Limiter(config.maxConcurrentRequests ?? 0, deps.settings.queueSize);
  }

  /** Changes the limits; requests in flight keep their deadlines. */
  configure(config: ServerConfig): void {
    this.#config = config;
    this.#limiter.configure(config.maxConcurrentRequests ?? 0, this.#deps.settings.queueSize);
  }

  /** Timeout of one request in milliseconds. */
  get timeoutMs(): number {
    return this.#config.callTimeoutMs ?? defaultCallTimeoutMs;
  }

  /** What a failure of a request says about it. */
  subject(method: string, tool?: string): RequestSubject {
    return { server: this.#config.name, method, secrets: this.#deps.secrets, ...(tool !== undefined && { tool }) };
  }

  /** The shared connection. @throws TransportFailure (mode `unavailable`) if the server is not connected */
  ready(subject: RequestSubject): LiveConnection {
    const { supervisor, settings, info } = this.#deps;
    if (supervisor.live) return supervisor.live;
    const { state, error, nextAttemptDue } = info();
    const demanded = supervisor.demand();
    // The reason may contain text of the server, which nobody has reviewed.
    const known = settings.maySpeak(this.#config.name) ? error : error && 'it is not connected; its reason is on the page and in /status';
    const reason = known ?? (state === 'disabled' ? 'it is switched off' : 'it is not connected yet');
    const due = nextAttemptDue === undefined ? undefined : nextAttemptDue - performance.now();
    throw unavailable(subject, reason, due === undefined ? demanded : Math.min(due, demanded ?? due));
  }

  /** Makes a request within the time and the number of requests that the configuration allows. @throws GatewayFailure, and nothing else */
  async run<T>(subject: RequestSubject, { session: client, caller, signal }: CallOptions, send: SendRequest<T>): Promise<T> {
    const { isPerCaller, isExchanged } = this.#deps;
    const known = caller ?? client?.owner ?? '';
    const session = isPerCaller ? ofCaller(client, isExchanged && known === '' ? nobody : known) : client;
    const deadline = new Deadline(this.timeoutMs, signal);
    try {
      return await this.#limiter.run(() => this.#connectAndSend(subject, session, deadline, send), deadline.signal);
    } catch (error) {
      if (signal.aborted && !(error instanceof DeadlineError)) throw cancelled(subject, signal.reason);
      throw requestFailure(error, subject);
    } finally {
      deadline.clear();
    }
  }

  /** Steps `connect` and `send`. Both are repeated once where the server had lost its session, so that the request did not run. */
  async #connectAndSend<T>(
    subject: RequestSubject,
    session: DownstreamSession | undefined,
    deadline: Deadline,
    send: SendRequest<T>,
    isRepeated = false,
  ): Promise<T> {
    const { supervisor } = this.#deps;
    const { live, release } = await this.#connect(subject, session);
    try {
      return await send(live, deadline.signal);
    } catch (error) {
      if (isRepeated || !live.forgotten(error)) throw this.#noted(error, live);
      live.lose(new LoadError({ layer: 'tools/list', code: 'session-lost', text: 'session lost: the server was restarted or replaced' }));
      await live.lost;
      if (supervisor.live === live || supervisor.live === undefined) await supervisor.nextResult(deadline.signal);
      return await this.#connectAndSend(subject, session, deadline, send, true);
    } finally {
      release();
    }
  }

  /** Step `connect` of a request: holds the shared connection, or the session's own where it needs one. @throws GatewayFailure */
  async #connect(subject: RequestSubject, session: DownstreamSession | undefined): Promise<HeldConnection> {
    const { own, sharers, supervisor } = this.#deps;
    const shared = this.ready(subject);
    const isShared = !session || !(own.needs(session) || (this.#deps.isPerCaller && (session.owner ?? '') !== ''));
    if (isShared) return { live: shared, release: sharers.began(session) };
    try {
      return await own.hold(session);
    } catch (error) {
      if (error instanceof TooManyConnectionsError) throw unavailable(subject, error.message);
      supervisor.suspect();
      throw requestFailure(error, subject);
    }
  }

  /** Checks the server after a failed request, unless the server answered it. */
  #noted(error: unknown, live: LiveConnection): unknown {
    if (!live.answered(error)) this.#deps.supervisor.suspect();
    return error;
  }
}

/** Stands for callers without an identity, who have no token either. */
const nobody = '(no token)';

/**
 * The session whose connection is used where each caller has one: the caller's own, if it is known to be theirs; else one that stands for
 * the caller, whom the server cannot ask.
 */
function ofCaller(session: DownstreamSession | undefined, caller: string): DownstreamSession | undefined {
  if (caller === '' || session?.owner === caller) return session;
  const request = () => Promise.reject(new Error('the client cannot be asked'));
  return { id: JSON.stringify(['caller', caller]), capabilities: {}, owner: caller, request, notify: async () => {} };
}

/** The failure of a request that was aborted for `reason`: by its client, or because the gateway stops. */
export function cancelled({ tool, method }: RequestSubject, reason: unknown): TransportFailure {
  const message = reason instanceof GatewayStops ? `${method} was ended: ${reason.message}` : `${method} was cancelled by the client`;
  return new TransportFailure({ mode: 'cancelled', message, ...(tool !== undefined && { tool }) });
}
