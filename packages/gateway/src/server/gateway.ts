/** The running gateway: its start, the reload of its configuration, and its end. `wire.ts` makes its parts. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, hasAdmins, isRefusal, localCaller } from '@mcpgw/access';
import type { Recorder } from '@mcpgw/activity';
import type { AttentionWatch } from '@mcpgw/attention';
import { commandAnswers } from '@mcpgw/local-gateway';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { StateStore } from '@mcpgw/store';
import type { Env } from '@mcpgw/structure';
import type { Telemetry } from '@mcpgw/telemetry';
import type { ConfiguredServer, UpstreamsOptions } from '@mcpgw/upstreams';
import type { PageVisitor, WebPage } from '@mcpgw/web';
import { watchAttention } from './attention.js';
import { ConfiguredServers } from './configured-servers.js';
import { followChanges } from './follow-changes.js';
import { Lifecycle } from './lifecycle.js';
import { type ConfigSnapshot, LiveConfig } from './live-config.js';
import { LogTail } from './log-tail.js';
import { type Logger, silentLogger } from './logger.js';
import { changedAtStartOnly } from './reload.js';
import { logBackgroundFailure } from './request-log.js';
import { ServerSwitches } from './server-switches.js';
import type { StoreTimes } from './session-store.js';
import { statusReport } from './status.js';
import { type StdioStreams, StdioTransport } from './stdio-transport.js';
import { type Parts, wire } from './wire.js';

export interface GatewayDeps {
  readonly version: string;
  /** Where approvals and sessions are stored. The gateway does not close it. */
  readonly store: StateStore;
  /** How long sessions wait for the store. */
  readonly storeTimes?: StoreTimes;
  /** The file with the key of stored logins, for a store of one machine; it is made at the first login. */
  readonly loginKeyFile?: string;
  /** The folder of the state, whose disk is watched; absent where the store is not a folder. */
  readonly stateFolder?: string;
  /** A key with which commands of the user who started the gateway may do everything. */
  readonly localKey?: string;
  readonly env?: Env;
  /** Reads a file that the configuration of a REST API names. */
  readonly readText?: (file: string) => Promise<string>;
  readonly logger?: Logger;
  readonly upstreams?: UpstreamsOptions;
  readonly now?: () => Date;
  /** Records calls and events. The gateway opens and closes it. */
  readonly recorder?: Recorder;
  /** Traces requests and exports metrics over OTLP. The gateway does not close it. */
  readonly telemetry?: Telemetry | undefined;
  /** The command that approves what waits for approval, on all servers or on one, for the log. */
  readonly approveCommand?: (server?: string) => string | undefined;
}

const expireEveryMs = 10_000;
/** Requests that come while the servers are being connected wait at most so long for them. */
const firstAnswersMs = 10_000;

async function noFiles(file: string): Promise<string> {
  throw new Error(`${file} cannot be read here`);
}

/** Who uses the page where it has no token: admins, or else clients, who cannot approve anything. */
async function pageVisitor(request: IncomingMessage, { access, settings }: ConfigSnapshot): Promise<PageVisitor> {
  if (!access.asks) return 'admin';
  // The page has one form of credential, as its own script sends it.
  const { authorization } = request.headersDistinct;
  const caller = await access.identify({ headersDistinct: authorization ? { authorization } : {} });
  if (isRefusal(caller)) return 'stranger';
  if (caller.isAdmin) return 'admin';
  return hasAdmins(settings.auth, false) ? 'stranger' : 'reader';
}

/** The identity of who uses the page; empty where nobody is asked, and for the holder of the page's token. */
async function callerIdOf(request: IncomingMessage, { access }: ConfigSnapshot): Promise<string> {
  if (!access.asks) return '';
  const caller = await access.identify(request);
  return isRefusal(caller) ? '' : caller.id;
}

/** Who uses the page, for a call that is tried out: the caller of the request, or whoever holds the token of the page or sits at the machine. */
async function pageCaller(request: IncomingMessage, { access }: ConfigSnapshot, hasToken: boolean): Promise<Caller> {
  const atPage: Caller = { ...localCaller, keyName: 'page' };
  if (hasToken || !access.asks) return atPage;
  const { authorization } = request.headersDistinct;
  const caller = await access.identify({ headersDistinct: authorization ? { authorization } : {} });
  if (isRefusal(caller)) throw new Error('a visitor of the page is no longer known');
  return caller;
}

export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #logger: LogTail;
  readonly #now: () => Date;
  readonly #config: LiveConfig;
  readonly #lifecycle: Lifecycle;
  readonly #servers: ConfiguredServers;
  readonly #parts: Parts;
  readonly #attention: AttentionWatch;
  readonly #switches: ServerSwitches;
  /** The servers of the configuration, before the decisions of people. */
  #configured: readonly ConfiguredServer[] = [];
  /** Configurations are applied one after the other. */
  #configuring: Promise<unknown> = Promise.resolve();
  #page: WebPage | undefined;
  #server: Server | undefined;
  #stdio: StdioTransport | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(settings: ServeConfig, deps: GatewayDeps) {
    const { version, store, storeTimes, loginKeyFile, upstreams, approveCommand, recorder, telemetry, stateFolder, localKey } = deps;
    const { now = () => new Date(), readText = noFiles } = deps;
    const logger = new LogTail(deps.logger ?? silentLogger, now);
    this.#deps = deps;
    this.#logger = logger;
    this.#switches = new ServerSwitches(store, now, error => logBackgroundFailure(error, logger));
    this.#now = now;
    const startedAt = now();
    const lifecycle = new Lifecycle(startedAt);
    const config = new LiveConfig({
      settings,
      servers: [],
      version,
      hasLocalClient: false,
      localKey,
      loadedAt: startedAt,
      needsRestart: [],
    });
    this.#lifecycle = lifecycle;
    this.#config = config;
    this.#servers = new ConfiguredServers({ readText });
    this.#parts = wire({ config, lifecycle, logger, store, storeTimes, loginKeyFile, upstreams, now, recorder, telemetry });
    if (settings.activity.enabled) recorder?.open();
    this.#attention = watchAttention(this.#parts, { config, logger, stateFolder, approveCommand, switches: this.#switches });
    const { routes, ...parts } = this.#parts;
    const naming = () => this.#settings.naming;
    routes.addCommands(commandAnswers({ ...parts, naming, attention: this.#attention, status: () => this.status() }));
    followChanges(this.#parts, { config, lifecycle, logger });
  }

  get #settings(): ServeConfig {
    return this.#config.current.settings;
  }

  /**
   * Connects the servers. Resolves when each is ready or has failed once, or after `timeouts.start`.
   *
   * @throws ConfigurationError
   */
  async start(): Promise<void> {
    const starting = this.#start();
    const late = new Promise<void>(resolve => setTimeout(resolve, firstAnswersMs).unref());
    this.#lifecycle.starting(Promise.race([starting.catch(() => {}), late]));
    await starting;
  }

  async #start(): Promise<void> {
    const { tools, notifier, upstreams } = this.#parts;
    await this.#inOrder(async () => {
      this.#configured = await this.#servers.of(this.#settings, this.#deps.env ?? {});
      await this.#switches.open(() => this.#inOrder(() => this.#switched()).catch(error => logBackgroundFailure(error, this.#logger)));
      const servers = this.#switches.applied(this.#configured);
      await upstreams.update(servers, () => this.#config.replace({ servers }));
    });
    await this.settled();
    this.#expireSessions();
    if (!tools.wasListed) notifier.forgetChanges();
    this.#lifecycle.ready();
    this.#attention.start();
  }

  /** Applies the decisions of people about servers, which changed. */
  async #switched(): Promise<void> {
    const servers = this.#switches.applied(this.#configured);
    await this.#parts.upstreams.update(servers, () => this.#config.replace({ servers }));
    await this.#parts.follower.settled();
  }

  /** Periodically: ends sessions that were idle too long, and renews those in use in the store. */
  #expireSessions(limitedAt = Number.NEGATIVE_INFINITY): void {
    const { sessions, sessionStore } = this.#parts;
    const { sessionIdle } = this.#settings.timeouts;
    sessions.expire();
    void sessionStore.tick(sessions.busy());
    const isDue = performance.now() - limitedAt >= sessionIdle;
    if (isDue) void sessionStore.limit();
    const next = isDue ? performance.now() : limitedAt;
    this.#expiry = setTimeout(() => this.#expireSessions(next), Math.min(expireEveryMs, sessionIdle / 3)).unref();
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#configuring.then(work);
    this.#configuring = done.catch(() => {});
    return done;
  }

  /** Settles when each server is ready or has failed once, or after `timeouts.start`, and the approvals know what the servers list. */
  async settled(): Promise<void> {
    await this.#parts.upstreams.settled(this.#settings.timeouts.start);
    await this.#parts.follower.settled();
  }

  /**
   * Applies a configuration while clients are connected, in one step, after those before it. Resolves when removed servers are closed.
   * Clients then see what they would see after a new start with the same files.
   *
   * @throws ConfigurationError, and then nothing has changed
   */
  reload(config: ServeConfig, env: Env = this.#deps.env ?? {}): Promise<void> {
    return this.#inOrder(() => this.#reload(config, env));
  }

  async #reload(next: ServeConfig, env: Env): Promise<void> {
    const { upstreams, follower, metrics, activity } = this.#parts;
    const before = this.#config.current;
    const configured = await this.#servers.of(next, env);
    const servers = this.#switches.applied(configured);
    const needsRestart = changedAtStartOnly(this.#settings, next);
    await upstreams.update(servers, () => {
      this.#configured = configured;
      this.#logger.keepOnly(new Set(servers.map(({ name }) => name)));
      const { listen, store, page, telemetry } = this.#settings;
      this.#config.replace({ settings: { ...next, listen, store, page, telemetry }, servers, loadedAt: this.#now(), needsRestart });
    });
    await follower.settled();
    metrics.reloaded('applied');
    activity.reloaded(before, this.#config.current);
    this.#logger.info('configuration reloaded', {
      servers: servers.length,
      ...(needsRestart.length > 0 && { needs_restart: needsRestart.join(', ') }),
    });
  }

  /** Records that a configuration was refused. The one before stays in effect. */
  refused(reason: string): void {
    this.#config.refuse({ at: this.#now(), reason });
    this.#parts.metrics.reloaded('refused');
    this.#parts.activity.refused(reason);
    this.#attention.changed();
    this.#logger.error('configuration refused; the previous one stays in use', { reason });
  }

  /** Counts the tools of all servers: those that may be called, those that wait for approval, and those of them that have changed. */
  toolCounts(): { readonly callable: number; readonly waiting: number; readonly changed: number } {
    const { upstreams, catalogue } = this.#parts;
    const counts = upstreams.names.map(name => catalogue.allCounts(name));
    const waiting = upstreams.names.map(name => catalogue.waiting(name));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    return {
      callable: sum(counts.map(({ callable }) => callable)),
      waiting: sum(waiting.map(({ fresh, changed }) => fresh.length + changed.length)),
      changed: sum(waiting.map(({ changed }) => changed.length)),
    };
  }

  /** The body of `/status`. */
  status(): Record<string, unknown> {
    return statusReport({
      ...this.#parts,
      config: this.#config,
      lifecycle: this.#lifecycle,
      recorder: this.#deps.recorder,
      telemetry: this.#deps.telemetry,
    });
  }

  /** Loads the page only where it is enabled, because it is large. */
  async #openPage(): Promise<WebPage | undefined> {
    const { page } = this.#settings;
    if (!page.enabled) return undefined;
    const { createWebPage } = await import('@mcpgw/web');
    const { gatewayDeps } = await import('./page-deps.js');
    const { loginRoutes } = this.#parts;
    const sources = {
      login: (server: string, subject: string, request: IncomingMessage) => loginRoutes.begin(server, subject, request),
      callerOf: (request: IncomingMessage) => callerIdOf(request, this.#config.current),
      version: this.#deps.version,
      readOnly: () => this.#settings.readOnly,
      refusedConfiguration: () => this.#config.refusal?.reason,
      onError: (error: unknown) => logBackgroundFailure(error, this.#logger),
      attention: this.#attention,
      parts: this.#parts,
      config: this.#config,
      log: this.#logger,
      switches: this.#switches,
      servers: () => this.#configured,
      visitor: (request: IncomingMessage) => pageCaller(request, this.#config.current, page.token !== undefined),
    };
    return createWebPage(gatewayDeps(sources), { ...page, identify: request => pageVisitor(request, this.#config.current) });
  }

  /** Listens on HTTP and returns the address. May be called before `start`: requests are then answered from what is there. */
  async listen({ host, port }: ServeConfig['listen'] = this.#settings.listen): Promise<AddressInfo> {
    const { routes, unread } = this.#parts;
    const { headers, request } = this.#settings.timeouts;
    const server = createServer(
      {
        headersTimeout: headers,
        requestTimeout: request,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 65_000,
        requireHostHeader: false,
        ServerResponse: unread.Response,
      },
      routes.handle,
    );
    server.on('clientError', routes.unreadable);
    server.on('checkExpectation', routes.unexpected);
    this.#page = await this.#openPage();
    if (this.#page) routes.addPage(this.#page);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.#server = server;
    const address = server.address() as AddressInfo;
    this.#parts.logins.listensOn(address);
    return address;
  }

  /** Serves one client on standard input and output. Resolves when it disconnects. */
  async stdio(streams: StdioStreams): Promise<void> {
    const { endpoint, unread } = this.#parts;
    this.#stdio = new StdioTransport(streams, { config: this.#config, lifecycle: this.#lifecycle, endpoint, unread });
    this.#config.addLocalClient();
    await this.#stdio.serve();
  }

  /**
   * Reports for `timeouts.handover` that it is not ready, and serves what still comes: whoever leads requests here learns of the end later
   * than the gateway does.
   */
  async #handOver(): Promise<void> {
    const { handover } = this.#settings.timeouts;
    if (this.#server === undefined || handover === 0 || !this.#lifecycle.leave()) return;
    this.#parts.routes.leave();
    this.#logger.info('leaving', { seconds: handover / 1000 });
    await sleep(handover);
    // A request on a connection that a client kept would be refused.
    this.#server.closeIdleConnections();
  }

  /**
   * Stops gracefully: after `timeouts.handover` new requests are refused, requests in flight have `timeouts.drain` to end, then sessions,
   * servers and sockets are closed. Every request is answered.
   */
  async drain(): Promise<void> {
    await this.#handOver();
    if (!this.#lifecycle.drain()) return;
    const { endpoint, sessions, listeners, streams, routes } = this.#parts;
    routes.leave();
    this.#logger.info('draining', { under_way: endpoint.inFlight, sessions: sessions.size });
    this.#page?.close();
    listeners.endAll();
    // Clients go on reading at another replica.
    streams.handOver();
    const { drain } = this.#settings.timeouts;
    const end = performance.now() + drain;
    // The listener stays open meanwhile, so that new requests are answered with 503.
    await endpoint.drain(drain);
    await this.#sent(Math.max(0, end - performance.now()));
    await this.close();
  }

  /** Resolves when clients have read everything that was written to them, and at the latest after so many milliseconds. */
  async #sent(milliseconds: number): Promise<void> {
    await this.#parts.transport.settled();
    await Promise.all([this.#parts.routes.sent(milliseconds), this.#stdio?.sent(milliseconds)]);
  }

  /** Closes everything at once. */
  async close(): Promise<void> {
    if (!this.#lifecycle.stop()) return;
    const { sessions, sessionStore, notifier, listeners, endpoint, follower, approvals, upstreams, streams, logins, waiting } = this.#parts;
    clearTimeout(this.#expiry);
    this.#attention.close();
    sessionStore.close();
    this.#switches.close();
    this.#page?.close();
    notifier.close();
    listeners.endAll();
    endpoint.abortAll();
    waiting.close();
    sessions.endAll('the gateway stops');
    const closed = this.#server && new Promise<void>(resolve => this.#server!.close(() => resolve()));
    await endpoint.drain(1000);
    await this.#sent(1000);
    streams.replica.close();
    this.#server?.closeAllConnections();
    await closed;
    follower.close();
    approvals.close();
    await Promise.all([upstreams.close(), logins.close()]);
    await this.#deps.recorder?.close();
  }
}
