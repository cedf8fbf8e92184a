/** Keeps one connection to a server open: opens it, checks it, and reopens it with growing delays after it was lost. */
import { adviceFor, type Connection, type LoadFailureStatus, safeText } from '@mcpgw/loader';
import {
  AttemptTrace,
  backoffMs,
  classifySignal,
  connectionFault,
  connectionSecrets,
  connectTimeoutMs,
  Deadline,
  LoadError,
  type LoadSignal,
  signalOf,
  sleep,
  untilAborted,
} from '@mcpgw/loader/internal';
import { ClosingConnections } from './closing-connections.js';
import type { ConnectionEvent } from './connection-log.js';
import type { LiveConnection } from './live-connection.js';
import type { UpstreamSettings } from './settings.js';
import type { ConnectionInfo } from './types.js';

export interface SupervisorDeps {
  readonly settings: UpstreamSettings;
  readonly connection: Connection;
  readonly healthCheckIntervalMs: () => number;
  readonly toolDiscoveryIntervalMs: () => number;
  /** Opens a connection. @throws LoadError */
  readonly open: (deadline: Deadline) => Promise<LiveConnection>;
  /** Reads the server's lists. If this fails, the attempt fails. */
  readonly discover: (live: LiveConnection, deadline: Deadline) => Promise<void>;
  readonly onInfo: (info: ConnectionInfo, event: ConnectionEvent) => void;
}

/** Minimum number of milliseconds between checks that failures cause. */
const troubleMs = 1000;

/**
 * Maximum milliseconds before the next attempt while the server was ready less than `freshMs` ago, so that one that restarts is soon back,
 * and between two attempts while callers want the server.
 */
const soonMs = 2_000;
const freshMs = 60_000;

function attemptIn(milliseconds: number): Pick<ConnectionInfo, 'nextAttemptAt' | 'nextAttemptDue'> {
  return { nextAttemptAt: Date.now() + milliseconds, nextAttemptDue: performance.now() + milliseconds };
}

/** The end of a connection that somebody asked for, which is no fault of the server. */
const onRequest = new LoadError({ layer: 'handshake', text: 'restarted on request' });

export class ConnectionSupervisor {
  readonly #deps: SupervisorDeps;
  readonly #stop = new AbortController();
  readonly #secrets: readonly string[];
  readonly #firstResult: Promise<void>;
  #settle: () => void = () => {};
  #wake: (() => void) | undefined;
  /** Attempts since the server was last ready. */
  #attempt = 0;
  /** Connections that were lost soon after they were opened. */
  #losses = 0;
  /** Milliseconds before the attempt after the last loss. */
  #lossDelay = 0;
  #readyUntil: number | undefined;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** Before this time somebody's demand makes no attempt: the server denied access, or asked for time. */
  #restUntil = 0;
  #demanded: NodeJS.Timeout | undefined;
  readonly #closing = new ClosingConnections();
  #running: Promise<void> = Promise.resolve();
  #live: LiveConnection | undefined;
  #checking: Promise<void> | undefined;
  #lastCheck = 0;
  /** Ends the periodic checks and readings of the open connection. */
  #watch: AbortController | undefined;
  /** Since when the server is ready, away, or, before the first result, being connected. */
  #since = Date.now();
  #isAway = false;
  #hurry = false;
  #waiting: (() => void)[] = [];

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
    this.#secrets = connectionSecrets(deps.connection);
    this.#firstResult = new Promise(resolve => {
      this.#settle = resolve;
    });
  }

  /** The connection while it is open. */
  get live(): LiveConnection | undefined {
    return this.#live;
  }

  /** Resolves when the first attempt has succeeded or failed. */
  get firstResult(): Promise<void> {
    return this.#firstResult;
  }

  start(): void {
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const fault = connectionFault(this.#deps.connection);
    if (fault !== undefined) {
      this.#failed({ layer: 'config', code: 'config', text: `malformed connection config: ${fault}` }, false);
      return this.#settle();
    }
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const failure = await this.#attemptOnce();
      if (failure || signal.aborted) this.#ended();
      if (signal.aborted) return;
      this.#endedAt = performance.now();
      await this.#pause(failure ? this.#failed(failure) : this.#lossDelay);
    }
  }

  #ended(): void {
    this.#settle();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** One life of a connection: until it is lost, or cannot be opened. What kept it from opening is returned. */
  async #attemptOnce(): Promise<LoadSignal | undefined> {
    this.#attempt++;
    this.#info({ state: 'connecting', error: null }, 'connecting');
    const { connection, settings } = this.#deps;
    const deadline = new Deadline(connectTimeoutMs(connection, settings.initTimeoutMs), this.#stop.signal);
    let live: LiveConnection | undefined;
    try {
      live = await this.#deps.open(deadline);
      await this.#deps.discover(live, deadline);
    } catch (error) {
      await live?.close(false);
      return signalOf(error, new AttemptTrace('tools/list'));
    } finally {
      deadline.clear();
    }
    await this.#keep(live);
    return undefined;
  }

  async #keep(live: LiveConnection): Promise<void> {
    if (this.#stop.signal.aborted) return live.close(true);
    const since = performance.now();
    this.#live = live;
    this.#info({ state: 'ready', status: 'available', error: null }, 'ready');
    this.#ended();
    this.watchAnew();
    const reason = await live.lost;
    this.#watch?.abort();
    this.#live = undefined;
    this.#readyUntil = performance.now();
    this.#attempt = 0;
    if (reason !== onRequest) this.#losses = this.#readyUntil - since >= this.#deps.settings.stableMs ? 1 : this.#losses + 1;
    await this.#closing.release(live);
    if (this.#stop.signal.aborted) return;
    this.#lossDelay = this.#delay(this.#losses, undefined);
    const lost = { error: this.#text(reason.signal), ...this.#failure('transient', reason.signal) };
    this.#info(
      { state: 'waiting', status: 'transient', ...lost, ...attemptIn(this.#lossDelay) },
      reason === onRequest ? 'restarted' : 'lost',
    );
  }

  /** Starts the periodic checks and readings, and restarts them if their intervals changed. */
  watchAnew(): void {
    const live = this.#live;
    this.#watch?.abort();
    if (!live) return;
    this.#watch = new AbortController();
    const { signal } = this.#watch;
    void this.#repeat(this.#deps.healthCheckIntervalMs, signal, () => this.#checkIdle(live));
    void this.#repeat(this.#deps.toolDiscoveryIntervalMs, signal, () => this.#discoverAgain(live));
  }

  /** Does `work` every so many milliseconds, give or take a tenth, until `signal` aborts; 0 is never. */
  async #repeat(milliseconds: () => number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { random } = this.#deps.settings;
    while (milliseconds() > 0) {
      try {
        await sleep(milliseconds() * (0.9 + 0.2 * random()), signal);
      } catch {
        return;
      }
      await work();
    }
  }

  /** Checks the server, unless it answered recently or has requests in flight. */
  async #checkIdle(live: LiveConnection): Promise<void> {
    if (live.inFlight === 0 && live.idleMs >= this.#deps.healthCheckIntervalMs() / 2) await this.#check(live);
  }

  /** Checks the server after a failure, unless a check runs or has just ended. */
  suspect(): void {
    const live = this.#live;
    if (!live || this.#checking || performance.now() - this.#lastCheck < troubleMs) return;
    void this.#check(live);
  }

  #check(live: LiveConnection): Promise<void> {
    this.#lastCheck = performance.now();
    this.#checking ??= this.#ask(live).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Sends a check. A server that answers, even with an error, is alive, unless it answers that it does not know the session. */
  async #ask(live: LiveConnection): Promise<void> {
    const deadline = new Deadline(this.#deps.settings.checkTimeoutMs, this.#stop.signal);
    try {
      await live.check(deadline);
    } catch (error) {
      if (live.inFlight > 0 && deadline.signal.aborted) return;
      if (!live.answered(error))
        live.lose(error instanceof LoadError ? error : new LoadError(signalOf(error, new AttemptTrace('tools/list'))));
    } finally {
      deadline.clear();
    }
  }

  async #discoverAgain(live: LiveConnection): Promise<void> {
    const deadline = new Deadline(this.#deps.settings.initTimeoutMs, this.#stop.signal);
    await this.#deps.discover(live, deadline).catch(() => this.suspect());
    deadline.clear();
  }

  /** Milliseconds before the next attempt, after so many failures or losses. */
  #delay(count: number, failure: LoadSignal | undefined): number {
    const { settings } = this.#deps;
    const asked = Math.min(failure?.retryAfterMs ?? 0, settings.maxBackoffMs);
    const isFresh = this.#readyUntil !== undefined && performance.now() - this.#readyUntil < freshMs;
    const delay = backoffMs(Math.max(1, Math.min(count, 30)), settings);
    return Math.max(isFresh ? Math.min(delay, soonMs) : delay, asked);
  }

  #text({ text, detail }: LoadSignal): string {
    return safeText(detail ? `${text}: ${detail}` : text, this.#secrets);
  }

  /** Reports a failed attempt, and returns the milliseconds until the next one. After a denial, only somebody's change can help. */
  #failed(signal: LoadSignal, goesOn = true): number {
    const { settings } = this.#deps;
    const { status, code } = classifySignal(signal, settings);
    const login = code === 'login-needed' && { needsLogin: true };
    const delay = status === 'denied' ? settings.deniedRetryMs : this.#delay(this.#attempt, signal);
    const rest = status === 'denied' ? delay : Math.min(signal.retryAfterMs ?? 0, settings.maxBackoffMs);
    this.#restUntil = performance.now() + rest;
    const next = goesOn ? attemptIn(delay) : {};
    const shown = { error: this.#text(signal), ...this.#failure(status, signal, code) };
    this.#info({ state: status === 'transient' ? 'waiting' : 'failed', status, ...shown, ...login, ...next }, 'failed');
    return delay;
  }

  /** Where it failed, and what to do about it, as `mcpgw probe` says it. */
  #failure(status: LoadFailureStatus, { layer, status: httpStatus }: LoadSignal, code: string | null = null) {
    const { transport } = this.#deps.connection;
    const known = transport === 'malformed' ? {} : { transport };
    const failure = { layer, code, httpStatus: httpStatus ?? null };
    const remedy = adviceFor({ status, ...failure, ...known }, { ca: false });
    return { failure, ...(remedy !== undefined && { remedy }) };
  }

  #info(info: Omit<ConnectionInfo, 'attempts' | 'since'>, event: ConnectionEvent): void {
    const isAway = event === 'failed' || event === 'lost' || event === 'restarted' || (event === 'connecting' && this.#isAway);
    if (event === 'ready' || isAway !== this.#isAway) this.#since = Date.now();
    this.#isAway = isAway;
    this.#deps.onInfo({ ...info, attempts: this.#attempt, since: this.#since }, event);
  }

  async #pause(milliseconds: number): Promise<void> {
    const hurry = this.#hurry;
    this.#hurry = false;
    if (hurry) return;
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    try {
      await sleep(milliseconds, AbortSignal.any([this.#stop.signal, woken.signal]));
    } catch {
      // Woken up or stopped.
    }
    this.#wake = undefined;
    clearTimeout(this.#demanded);
    this.#demanded = undefined;
  }

  /** Waits until the next attempt has succeeded or failed. @throws the reason of `signal` */
  async nextResult(signal: AbortSignal): Promise<void> {
    this.#hurry = true;
    await untilAborted(new Promise<void>(resolve => this.#waiting.push(resolve)), signal);
  }

  /**
   * A caller wants the server, which is not connected: the next attempt is made within two seconds of the one before, unless the server denied
   * access or asked for more time. Gives the milliseconds until the attempt; `undefined` where the demand changes nothing.
   */
  demand(): number | undefined {
    const now = performance.now();
    if (this.#wake === undefined || now < this.#restUntil) return undefined;
    const wait = Math.max(0, this.#endedAt + soonMs - now);
    this.#demanded ??= setTimeout(() => {
      this.#demanded = undefined;
      this.#wake?.();
    }, wait).unref();
    return wait;
  }

  /** Makes the next attempt now if the server is not connected. The delays are not reset. */
  retry(): void {
    this.#wake?.();
  }

  /** Closes the connection, if there is one, and makes the next attempt now. */
  restart(): void {
    this.#attempt = 0;
    this.#hurry = this.#live !== undefined;
    this.#live?.lose(onRequest);
    this.#wake?.();
  }

  /** Stops all attempts, and releases everything. */
  async stop(isGraceful: boolean): Promise<void> {
    this.#stop.abort(new LoadError({ layer: 'handshake', text: 'the gateway closed the connection' }));
    clearTimeout(this.#demanded);
    const live = this.#live;
    await Promise.all([live?.close(isGraceful), this.#closing.close()]);
    live?.lose(new LoadError({ layer: 'handshake', text: 'the gateway closed the connection' }));
    await this.#running;
  }
}
