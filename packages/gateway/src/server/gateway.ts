/** The running gateway: upstreams → approvals → catalogue → tools and lists → clients. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServeConfig } from '@mcpgw/mcp-config';
import type { Env } from '@mcpgw/structure';
import { Approvals } from '../approvals/approvals.js';
import { needsApproval } from '../approvals/observe.js';
import type { BuiltinTool } from '../discovery/builtin.js';
import { builtinNames, builtinTools } from '../discovery/builtin-tools.js';
import { Catalogue, type Scope } from '../discovery/catalogue.js';
import { Follower } from '../discovery/follow.js';
import { ToolUsage } from '../discovery/usage.js';
import { guardSettings, someoneManages } from '../http/guard.js';
import { type StateStore, StoreError } from '../store/store.js';
import type { UpstreamEvent, UpstreamsOptions } from '../upstreams/settings.js';
import type { UpstreamState } from '../upstreams/types.js';
import { Upstreams } from '../upstreams/upstreams.js';
import type { PageSources } from '../web/gateway-deps.js';
import type { WebPage } from '../web/page.js';
import type { PageKeys } from '../web/protection.js';
import { capabilities } from './capabilities.js';
import { ChangeTeller } from './change-teller.js';
import { ConfiguredServers } from './configured-servers.js';
import { Front } from './front.js';
import { makeHandlers } from './handlers.js';
import { HttpFront } from './http-front.js';
import { Listeners } from './listeners.js';
import { type Logger, silentLogger } from './logger.js';
import { Metrics } from './metrics.js';
import { Names } from './naming.js';
import { Offers } from './offers.js';
import { PassThrough } from './pass-through.js';
import { prepareTool } from './prepare-tool.js';
import { changedAtStartOnly } from './reload.js';
import { causeText, logAnswer } from './request-log.js';
import { Routes } from './routes.js';
import { reviveSession } from './session-revival.js';
import { SessionStore } from './session-store.js';
import { Sessions } from './sessions.js';
import { type ConfigurationState, type Phase, statusReport } from './status.js';
import { StdioFront, type StdioStreams } from './stdio-front.js';
import { StoreTrouble, tellSessionTrouble } from './store-trouble.js';
import { ToolBoard } from './tool-board.js';
import { Unread } from './unread.js';
import { logUpstreamEvent } from './upstream-log.js';
import { WaitingTools } from './waiting-tools.js';

export interface GatewayDeps {
  readonly version: string;
  /** Where approvals are kept; the gateway does not close it. */
  readonly store: StateStore;
  /** Milliseconds that the store has for an answer; after it sessions go on without. Default 800 for Redis, 5000 for a disk. */
  readonly storeAnswerMs?: number;
  readonly env?: Env;
  /** The text of a file that the configuration of a REST API names. */
  readonly readText?: (file: string) => Promise<string>;
  readonly logger?: Logger;
  readonly upstreams?: UpstreamsOptions;
  readonly now?: () => Date;
  /** The command that approves what waits, of all servers or of one, for the log. */
  readonly approveCommand?: (server?: string) => string | undefined;
}

const keepAliveMs = 15_000;
const expireEveryMs = 10_000;
/** Requests that come while the servers are being connected wait so long for them. */
const firstAnswersMs = 10_000;

async function noFiles(file: string): Promise<string> {
  throw new Error(`${file} cannot be read here`);
}

/** Keys that open the page where it has no token: those of admins, else those of clients, which approve nothing. */
const pageKeys = ({ auth }: ServeConfig): PageKeys =>
  auth.adminKeys.length > 0 ? { admins: auth.adminKeys, readers: [] } : { admins: [], readers: auth.keys };

/** The state of a server that nobody has reviewed, for clients: its last error may hold its own words. */
function withoutReason(state: UpstreamState): UpstreamState {
  const { connection } = state;
  return connection.error === null ? state : { ...state, connection: { ...connection, error: 'its reason is on the page and in /status' } };
}

export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #logger: Logger;
  readonly #now: () => Date;
  readonly #upstreams: Upstreams;
  readonly #approvals: Approvals;
  readonly #catalogue: Catalogue;
  readonly #follower: Follower;
  readonly #usage = new ToolUsage();
  readonly #board: ToolBoard;
  readonly #sessions: Sessions;
  readonly #kept: SessionStore;
  readonly #front: Front;
  readonly #listeners: Listeners;
  readonly #servers: ConfiguredServers;
  readonly #routes: Routes;
  readonly #metrics: Metrics;
  readonly #unread: Unread;
  readonly #teller: ChangeTeller;
  readonly #waiting: WaitingTools;
  readonly #startedAt: Date;
  #config: ServeConfig;
  #builtins: ReadonlyMap<string, BuiltinTool>;
  #configuration: ConfigurationState;
  #phase: Phase = 'starting';
  #started: Promise<void> | undefined;
  #names: Names | undefined;
  /** Configurations are taken over one after the other. */
  #configuring: Promise<unknown> = Promise.resolve();
  #page: WebPage | undefined;
  #server: Server | undefined;
  #stdio: StdioFront | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(config: ServeConfig, deps: GatewayDeps) {
    const { logger = silentLogger, now = () => new Date(), readText = noFiles } = deps;
    this.#config = config;
    this.#deps = deps;
    this.#logger = logger;
    this.#now = now;
    this.#startedAt = now();
    this.#configuration = { loadedAt: this.#startedAt, needsRestart: [] };
    this.#upstreams = new Upstreams({
      clientInfo: { name: 'mcpgw', version: deps.version },
      ...deps.upstreams,
      onEvent: event => this.#upstreamEvent(event),
      maySpeak: server => !this.#isHeld(server),
      messagesPerSecond: () => this.#config.limits.serverMessages,
      prepare: prepareTool,
    });
    this.#approvals = new Approvals(deps.store, now);
    this.#catalogue = new Catalogue(this.#approvals, {
      servers: () => this.#upstreams.states(),
      nameOf: () => this.#toolNames().of,
    });
    this.#servers = new ConfiguredServers({ readText });
    this.#sessions = new Sessions(
      () => ({ maxSessions: this.#config.limits.sessions, idleMs: this.#config.timeouts.sessionIdle }),
      (session, why) => {
        this.#sessionEnded(session.id);
        if (why === 'room') void this.#kept.dropped(session);
        else if (why === 'idle' || why === 'elsewhere') this.#kept.left(session);
      },
    );
    this.#kept = new SessionStore({
      store: deps.store,
      ...(deps.storeAnswerMs !== undefined && { answerMs: deps.storeAnswerMs }),
      idleMs: () => this.#config.timeouts.sessionIdle,
      leftMs: session => this.#sessions.leftMs(session),
      endHere: session => this.#sessions.end(session, 'elsewhere', 'the client ended the session'),
      onTrouble: (trouble, error) => tellSessionTrouble(trouble, error, logger),
    });
    this.#builtins = this.#makeBuiltins();
    this.#board = new ToolBoard({
      upstreams: this.#upstreams,
      catalogue: this.#catalogue,
      usage: this.#usage,
      builtins: () => this.#builtins,
      names: () => this.#toolNames(),
      settings: () => this.#config,
      routingMode: () => this.#config.routingMode,
      scope: profile => this.#scope(profile),
    });
    const pass = this.#makePassThrough();
    this.#listeners = new Listeners({
      subscribe: (uri, exchange, session) => pass.subscribe('subscribe', uri, exchange.profile, { signal: exchange.signal, session }),
      endSession: id => this.#sessionEnded(id),
      max: () => this.#config.limits.sessions,
    });
    this.#front = this.#makeFront(pass);
    this.#metrics = new Metrics({
      sessions: () => this.#sessions.size,
      underWay: () => this.#front.underWay,
      unread: () => this.#unread.bytes,
      servers: () => this.#upstreams.states(),
      catalogue: this.#catalogue,
    });
    this.#unread = new Unread({
      limits: () => ({ bytes: this.#config.limits.unreadBytes, milliseconds: this.#config.timeouts.write }),
      logger,
      onCut: reason => this.#metrics.cut(reason),
    });
    this.#waiting = new WaitingTools({
      catalogue: this.#catalogue,
      logger,
      servers: () => this.#upstreams.names,
      approveCommand: server => deps.approveCommand?.(server),
    });
    this.#teller = new ChangeTeller({
      sessions: this.#sessions,
      listeners: this.#listeners,
      isAnother: profile => this.#board.isAnother(profile),
      sees: (profile, server) => this.#scope(profile)?.has(server) ?? true,
    });
    this.#follower = new Follower(this.#upstreams, this.#approvals, this.#catalogue);
    this.#followChanges();
    this.#routes = this.#makeRoutes();
  }

  #upstreamEvent(event: UpstreamEvent): void {
    logUpstreamEvent(event, this.#logger);
    if (event.kind === 'dropped') this.#metrics.dropped(event.server, event.what, event.count);
  }

  #makeBuiltins(): ReadonlyMap<string, BuiltinTool> {
    const restart = async (server: string) => void this.#upstreams.restart(server);
    return builtinTools({
      catalogue: this.#catalogue,
      usage: this.#usage,
      toolsLimit: () => this.#config.toolsLimit,
      addressOf: name => this.#board.addressOf(name),
      states: () => this.#upstreams.states().map(state => (this.#isHeld(state.name) ? withoutReason(state) : state)),
      ...(!this.#config.readOnly && this.#someoneManages() && { actions: { restart } }),
    });
  }

  /** Whether any client may act on servers: that of standard input and output, or one that the settings name. */
  #someoneManages(): boolean {
    return this.#stdio !== undefined || someoneManages(guardSettings(this.#config));
  }

  #isAccepting(): boolean {
    return this.#phase === 'starting' || this.#phase === 'ready';
  }

  #makePassThrough(): PassThrough {
    return new PassThrough({
      upstreams: this.#upstreams,
      naming: () => this.#config.naming,
      servers: profile => {
        const scope = this.#scope(profile);
        return this.#upstreams.states().filter(({ name }) => (scope === undefined || scope.has(name)) && !this.#isHeld(name));
      },
      onMissing: (server, method, failure) => this.#logger.warn('list not had', { server, method, error: failure.message }),
    });
  }

  #makeFront(pass: PassThrough): Front {
    return new Front({
      sessions: this.#sessions,
      dispatch: {
        handlers: makeHandlers({
          board: this.#board,
          pass,
          upstreams: this.#upstreams,
          listeners: this.#listeners,
          identity: () => this.#identity(),
          wish: (session, change) => this.#kept.wished(session, change),
        }),
        callTool: (exchange, tool, args) => this.#board.call(exchange, tool, args),
        started: () => (this.#phase === 'starting' ? this.#started : undefined),
        isCallable: (exchange, tool) => this.#board.isCallable(exchange, tool),
        wire: () => ({ validationErrors: this.#config.validationErrors }),
        onAnswer: (exchange, failure, milliseconds) => {
          this.#metrics.answered(exchange.method, failure, milliseconds);
          logAnswer(exchange, failure, milliseconds, this.#logger);
        },
      },
      identity: () => this.#identity(),
      turns: () => {
        const { limits, timeouts } = this.#config;
        return { running: limits.callsPerSession, queued: limits.queuedCallsPerSession, milliseconds: timeouts.queue };
      },
      maxSessions: () => this.#config.limits.sessions,
      onSession: session =>
        this.#logger.debug('session opened', { sessions: this.#sessions.size, client: String(session.identity.clientInfo.name) }),
      kept: this.#kept,
      revive: id =>
        reviveSession(id, {
          kept: this.#kept,
          sessions: this.#sessions,
          upstreams: this.#upstreams,
          pass,
          logger: this.#logger,
          milliseconds: this.#config.timeouts.call,
        }),
      onNotification: (notification, session) => {
        if (notification.method === 'notifications/roots/list_changed' && session)
          this.#upstreams.rootsChanged(session).catch(error => this.#failedBehind(error));
      },
    });
  }

  #makeRoutes(): Routes {
    return new Routes({
      front: new HttpFront(this.#front, () => ({ maxBodyBytes: this.#config.limits.bodyBytes, keepAliveMs })),
      guard: () => guardSettings(this.#config),
      profiles: () => this.#config.profiles.map(({ name }) => name),
      accepting: () => this.#isAccepting(),
      ready: () => this.#phase === 'ready',
      status: () => this.status(),
      metrics: () => (this.#config.metrics ? this.#metrics : undefined),
      page: (request, response) => this.#page?.handle(request, response) ?? false,
      onError: error => this.#failedBehind(error),
    });
  }

  #followChanges(): void {
    const offers = new Offers({
      onChange: kind => this.#teller.changed(kind),
      isHeld: server => this.#isHeld(server),
      logger: this.#logger,
    });
    this.#upstreams.onChange(({ server, kind }) => {
      this.#waiting.look();
      if (kind !== 'state') return kind === 'tools' || !this.#isHeld(server) ? this.#teller.changed(kind, server) : undefined;
      if (this.#board.wasListed) this.#teller.changed('tools', server);
      offers.look(this.#upstreams.states());
    });
    const trouble = new StoreTrouble(this.#approvals, this.#logger);
    this.#approvals.onChange(() => {
      trouble.look(this.#upstreams.names);
      this.#waiting.look();
      offers.look(this.#upstreams.states());
      this.#teller.changed('tools');
    });
  }

  /** Whether nobody has looked at a server yet that is not trusted: then nothing that it says goes to clients. */
  #isHeld(server: string): boolean {
    const trust = this.#upstreams.state(server)?.trustMode;
    if (!this.#config.holdUnreviewed || trust === undefined || !needsApproval(trust)) return false;
    return !this.#approvals.records(server).some(({ approvedHash }) => approvedHash !== undefined);
  }

  /** The names of tools under the configuration as it is now. */
  #toolNames(): Names {
    const { names } = this.#upstreams;
    const { naming } = this.#config;
    if (this.#names?.servers !== names || this.#names.naming !== naming) this.#names = new Names(names, naming, builtinNames);
    return this.#names;
  }

  /** The servers of a profile; undefined for all. A profile that is gone shows nothing. */
  #scope(profile: string | undefined): Scope {
    if (profile === undefined) return undefined;
    return new Set(this.#config.profiles.find(({ name }) => name === profile)?.servers ?? []);
  }

  #identity() {
    const { instructions } = this.#config;
    const serverInfo = { name: 'mcpgw', version: this.#deps.version };
    return { capabilities, serverInfo, ...(instructions !== undefined && { instructions }) };
  }

  #failedBehind(error: unknown): void {
    // A store that cannot be read or written is no bug of the gateway; whoever asked was told.
    if (error instanceof StoreError) this.#logger.error('the store failed', { error: error.message });
    else this.#logger.error('internal failure', { error: causeText(error) });
  }

  #sessionEnded(id: string): void {
    this.#upstreams.endSession(id).catch(error => this.#failedBehind(error));
  }

  /** Connects the servers; resolves when each is ready or has failed once, or after `timeouts.start`. Throws ConfigurationError. */
  async start(): Promise<void> {
    const starting = this.#start();
    const late = new Promise<void>(resolve => setTimeout(resolve, firstAnswersMs).unref());
    this.#started = Promise.race([starting.catch(() => {}), late]);
    await starting;
  }

  async #start(): Promise<void> {
    await this.#oneByOne(async () => this.#upstreams.update(await this.#servers.of(this.#config, this.#deps.env ?? {})));
    await this.settled();
    this.#lookAtSessions();
    if (!this.#board.wasListed) this.#teller.nothingNew();
    if (this.#phase === 'starting') this.#phase = 'ready';
  }

  /** Ends sessions that were idle too long, and keeps those that are in use; from time to time. */
  #lookAtSessions(limitedAt = Number.NEGATIVE_INFINITY): void {
    const { sessionIdle } = this.#config.timeouts;
    this.#sessions.expire();
    void this.#kept.tick(this.#sessions.busy());
    const isDue = performance.now() - limitedAt >= sessionIdle;
    if (isDue) void this.#kept.limit();
    const next = isDue ? performance.now() : limitedAt;
    this.#expiry = setTimeout(() => this.#lookAtSessions(next), Math.min(expireEveryMs, sessionIdle / 3)).unref();
  }

  #oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#configuring.then(work);
    this.#configuring = done.catch(() => {});
    return done;
  }

  /** Settles when each server is ready or has failed once, or after `timeouts.start`, and what they listed is on record. */
  async settled(): Promise<void> {
    await this.#upstreams.settled(this.#config.timeouts.start);
    await this.#follower.settled();
  }

  /**
   * Takes over a configuration while clients go on, in one step, after those before it; resolves when what is gone is released.
   * What clients then see is what they would see after a new start on the same files.
   *
   * @throws ConfigurationError, and then nothing has changed
   */
  reload(config: ServeConfig, env: Env = this.#deps.env ?? {}): Promise<void> {
    return this.#oneByOne(() => this.#reload(config, env));
  }

  async #reload(config: ServeConfig, env: Env): Promise<void> {
    const servers = await this.#servers.of(config, env);
    const needsRestart = changedAtStartOnly(this.#config, config);
    await this.#upstreams.update(servers, () => {
      const { listen, store, page } = this.#config;
      this.#config = { ...config, listen, store, page };
      this.#configuration = { loadedAt: this.#now(), needsRestart };
      this.#builtins = this.#makeBuiltins();
      this.#teller.changed('tools');
      this.#renewLevels();
    });
    await this.#follower.settled();
    this.#metrics.reloaded('applied');
    this.#logger.info('configuration reloaded', {
      servers: servers.length,
      ...(needsRestart.length > 0 && { needs_restart: needsRestart.join(', ') }),
    });
  }

  /** Servers that came with a configuration hear from which level on sessions want their log. */
  #renewLevels(): void {
    const signal = AbortSignal.timeout(this.#config.timeouts.call);
    for (const session of this.#sessions.all()) {
      const { level } = session.wishes;
      if (level === undefined) continue;
      this.#upstreams
        .setLevel(session, level, signal)
        .catch(error => this.#logger.warn('log level of a session not renewed', { error: (error as Error).message }));
    }
  }

  /** Notes that a configuration was refused; the one before goes on. */
  refused(reason: string): void {
    this.#configuration = { ...this.#configuration, refused: { at: this.#now(), reason } };
    this.#metrics.reloaded('refused');
    this.#logger.error('configuration refused; the one before goes on', { reason });
  }

  /** Tools of all servers: those that may be called, those that wait for a person, and those among them that changed. */
  toolCounts(): { readonly callable: number; readonly waiting: number; readonly changed: number } {
    const counts = this.#upstreams.names.map(name => this.#catalogue.allCounts(name));
    const waiting = this.#upstreams.names.map(name => this.#catalogue.waiting(name));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    return {
      callable: sum(counts.map(({ callable }) => callable)),
      waiting: sum(waiting.map(({ fresh, changed }) => fresh.length + changed.length)),
      changed: sum(waiting.map(({ changed }) => changed.length)),
    };
  }

  /** What `/status` says. */
  status(): Record<string, unknown> {
    return statusReport({
      version: this.#deps.version,
      startedAt: this.#startedAt,
      phase: this.#phase,
      sessions: this.#sessions.size,
      underWay: this.#front.underWay,
      servers: this.#upstreams.states(),
      catalogue: this.#catalogue,
      configuration: this.#configuration,
    });
  }

  /** The page is loaded only where it is wanted: most of its bytes are its own. */
  async #openPage(): Promise<WebPage | undefined> {
    const { page } = this.#config;
    if (!page.enabled) return undefined;
    const { gatewayPage } = await import('../web/page.js');
    const sources: PageSources = {
      version: this.#deps.version,
      readOnly: () => this.#config.readOnly,
      refusedConfiguration: () => this.#configuration.refused?.reason,
      onError: error => this.#failedBehind(error),
      upstreams: this.#upstreams,
      catalogue: this.#catalogue,
      approvals: this.#approvals,
    };
    return gatewayPage(sources, { ...page, keys: () => pageKeys(this.#config) });
  }

  /** Listens on HTTP; gives the address. May be called before `start`: what comes meanwhile is answered with what is there. */
  async listen({ host, port }: ServeConfig['listen'] = this.#config.listen): Promise<AddressInfo> {
    const { headers, request } = this.#config.timeouts;
    const server = createServer(
      {
        headersTimeout: headers,
        requestTimeout: request,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 65_000,
        requireHostHeader: false,
        ServerResponse: this.#unread.Response,
      },
      this.#routes.handle,
    );
    server.on('clientError', this.#routes.unreadable);
    server.on('checkExpectation', this.#routes.unexpected);
    this.#page = await this.#openPage();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.#server = server;
    return server.address() as AddressInfo;
  }

  /** Serves one client on standard input and output; resolves when it ends. */
  async stdio(streams: StdioStreams): Promise<void> {
    this.#stdio = new StdioFront(this.#front, streams, {
      maxBytes: () => this.#config.limits.bodyBytes,
      accepting: () => this.#isAccepting(),
      unread: this.#unread,
    });
    this.#builtins = this.#makeBuiltins();
    await this.#stdio.serve();
  }

  /**
   * Stops in good order: no new requests, those under way get `timeouts.drain` to end, then sessions, servers and sockets are
   * released. Every request gets an answer.
   */
  async drain(): Promise<void> {
    if (this.#phase === 'draining' || this.#phase === 'stopped') return;
    this.#phase = 'draining';
    this.#logger.info('draining', { under_way: this.#front.underWay, sessions: this.#sessions.size });
    this.#page?.close();
    this.#listeners.endAll();
    const { drain } = this.#config.timeouts;
    const end = performance.now() + drain;
    // The listener stays open meanwhile: who comes now is told so by a 503.
    await this.#front.drain(drain);
    await this.#sent(Math.max(0, end - performance.now()));
    await this.close();
  }

  /** Resolves when clients have taken what was written to them; at most so late. */
  async #sent(milliseconds: number): Promise<void> {
    await Promise.all([this.#routes.sent(milliseconds), this.#stdio?.sent(milliseconds)]);
  }

  /** Releases everything at once. */
  async close(): Promise<void> {
    if (this.#phase === 'stopped') return;
    this.#phase = 'stopped';
    clearTimeout(this.#expiry);
    this.#kept.close();
    this.#page?.close();
    this.#teller.close();
    this.#listeners.endAll();
    this.#front.abortAll();
    this.#sessions.endAll('the gateway stops');
    const closed = this.#server && new Promise<void>(resolve => this.#server!.close(() => resolve()));
    await this.#front.drain(1000);
    await this.#sent(1000);
    this.#server?.closeAllConnections();
    await closed;
    this.#follower.close();
    this.#approvals.close();
    await this.#upstreams.close();
  }
}
