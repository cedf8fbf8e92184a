/**
 * Makes the parts of a gateway once, each from parts that exist already: upstreams → approvals → catalogue → tools and lists → sessions →
 * endpoint → transports. Parts call each other's methods; what changes while the gateway runs is in the `LiveConfig` and the `Lifecycle`.
 */
import type { Recorder } from '@mcpgw/activity';
import { Approvals } from '@mcpgw/approvals';
import { joinReplicas, newReplicaId } from '@mcpgw/replicas';
import type { StateStore } from '@mcpgw/store';
import { StoreCircuit } from '@mcpgw/store/internal';
import { Metrics, type Telemetry } from '@mcpgw/telemetry';
import { Upstreams, type UpstreamsOptions } from '@mcpgw/upstreams';
import { Bridge } from '@mcpgw/upstreams/internal';
import { Catalogue } from '../discovery/catalogue.js';
import { Follower } from '../discovery/follow.js';
import { ToolUsage } from '../discovery/usage.js';
import { ActivityEvents } from './activity-events.js';
import { Builtins } from './builtins.js';
import { CallRecords } from './call-record.js';
import { CallerStreams } from './caller-streams.js';
import { McpEndpoint } from './endpoint.js';
import { makeHandlers } from './handlers.js';
import { HttpTransport } from './http-transport.js';
import { InputRoutes } from './input-routes.js';
import type { Lifecycle } from './lifecycle.js';
import { ListChangedNotifier } from './list-changed-notifier.js';
import { Listeners } from './listeners.js';
import type { LiveConfig } from './live-config.js';
import type { Logger } from './logger.js';
import { LoginPrompts } from './login-prompts.js';
import { LoginRoutes } from './login-routes.js';
import { Peers } from './peers.js';
import { prepareTool } from './prepare-tool.js';
import { PromptsAndResources } from './prompts-and-resources.js';
import { logBackgroundFailure, RequestLog } from './request-log.js';
import { Routes } from './routes.js';
import { ServerLogins } from './server-logins.js';
import type { ClientSession } from './session.js';
import { SessionRecovery } from './session-recovery.js';
import { SessionStore, type StoreTimes } from './session-store.js';
import { Sessions } from './sessions.js';
import { replicaLostText } from './stream-sink.js';
import { ToolRegistry } from './tool-registry.js';
import { Unread } from './unread.js';
import { UnreviewedServers } from './unreviewed-servers.js';
import { logUpstreamEvent } from './upstream-log.js';

/** What the parts are made from. */
export interface WireDeps {
  readonly config: LiveConfig;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  readonly store: StateStore;
  readonly storeTimes?: StoreTimes | undefined;
  readonly loginKeyFile?: string | undefined;
  readonly upstreams?: UpstreamsOptions | undefined;
  readonly now: () => Date;
  /** Where calls and events are recorded; absent where they are not. */
  readonly recorder?: Recorder | undefined;
  /** Where requests are told of over OTLP; absent where they are not. */
  readonly telemetry?: Telemetry | undefined;
}

export type Parts = ReturnType<typeof wire>;

export function wire(deps: WireDeps) {
  const { config, lifecycle, logger, telemetry } = deps;
  const metrics = new Metrics(() => config.current.settings.limits.metricTools);
  const activity = new ActivityEvents(deps.recorder, config);
  const home = newReplicaId();
  const servers = wireServers(deps, home, metrics, activity);
  const { upstreams, catalogue, unreviewed, logins } = servers;

  const usage = new ToolUsage();
  const builtins = new Builtins({ config, catalogue, usage, upstreams, unreviewed, activity });
  const tools = new ToolRegistry({ config, catalogue, builtins });
  const prompts = new PromptsAndResources({ config, upstreams, unreviewed, logger });

  const { circuit, streams, sessions, sessionStore } = wireSessions(deps, home, upstreams);
  const recovery = new SessionRecovery({ config, sessionStore, sessions, upstreams, prompts, logger });
  const callers = new CallerStreams(config, sessions);
  const listeners = new Listeners({ config, streams: callers, prompts, upstreams, logger });
  const notifier = new ListChangedNotifier({ config, sessions, listeners, tools });

  const handlers = makeHandlers({ config, tools, prompts, upstreams, listeners, sessionStore });
  const requestLog = new RequestLog(metrics, logger);
  const callRecords = new CallRecords(deps.recorder, config, metrics);
  const loginPrompts = new LoginPrompts({ config, logins, upstreams, logger, activity });
  const waiting = new Bridge({ home, endSession: async () => {} });
  const inputRoutes = new InputRoutes(streams.replica, logger);
  const call = {
    config,
    lifecycle,
    loginPrompts,
    logins: waiting,
    inputRoutes,
    builtins,
    tools,
    catalogue,
    usage,
    upstreams,
    requestLog,
    callRecords,
  };
  const peers = new Peers({ replica: streams.replica, sessions, upstreams, logger });
  const endpoint = new McpEndpoint({ ...call, handlers, sessions, sessionStore, recovery, peers, logger, telemetry });
  inputRoutes.serve((message, context) => endpoint.request(message, context));

  const unread = new Unread({ config, logger, metrics });
  const transport = new HttpTransport(endpoint, config, callers, streams);
  const loginRoutes = new LoginRoutes({ config, logins, logger, activity });
  const { recorder } = deps;
  const routes = new Routes({
    config,
    lifecycle,
    transport,
    loginRoutes,
    callerTokens: logins.callerTokens,
    metrics,
    circuit,
    sessions,
    sessionStore,
    endpoint,
    upstreams,
    catalogue,
    logger,
    recorder,
    telemetry,
  });
  metrics.observe({
    circuit,
    sessions,
    endpoint,
    unread,
    upstreams,
    catalogue,
    recorder,
    ...(telemetry && { exports: () => telemetry.status() }),
  });
  const own = {
    metrics,
    tools,
    circuit,
    streams,
    sessions,
    sessionStore,
    listeners,
    notifier,
    endpoint,
    waiting,
    transport,
    unread,
    routes,
    loginRoutes,
  };
  return { ...servers, activity, store: deps.store, ...own };
}

/** The servers, what is approved of them, and the catalogue of their tools. */
function wireServers(deps: WireDeps, home: string, metrics: Metrics, activity: ActivityEvents) {
  const { config, logger, store, loginKeyFile, upstreams: options, now } = deps;
  const approvals = new Approvals(store, now, decision => activity.decided(decision));
  const unreviewed = new UnreviewedServers(config, approvals);
  const { serverInfo } = config.current.identity;
  const logins = new ServerLogins({ config, store, keyFile: loginKeyFile, ca: options?.ca });
  const upstreams = new Upstreams({
    clientInfo: { name: String(serverInfo.name), version: String(serverInfo.version) },
    ...options,
    onEvent: event => {
      logUpstreamEvent(event, logger);
      activity.upstream(event);
      deps.telemetry?.upstream(event);
      if (event.kind === 'dropped') metrics.dropped(event.server, event.what, event.count);
    },
    home,
    maySpeak: server => !unreviewed.has(server),
    messagesPerSecond: () => config.current.settings.limits.serverMessages,
    prepare: prepareTool,
    authorize: logins.authorize,
  });
  logins.onChange((server, subject) => retryAfterLogin(upstreams, server, subject));
  const catalogue = new Catalogue(approvals, { servers: () => upstreams.states(), names: () => config.current.names });
  const follower = new Follower(upstreams, approvals, catalogue);
  return { approvals, unreviewed, upstreams, catalogue, follower, logins };
}

/** Connects servers that wait for a login which may be there now. A login of one caller is not that of the gateway. */
function retryAfterLogin(upstreams: Upstreams, server: string | undefined, subject: string | undefined): void {
  if (subject !== undefined && subject !== '') return;
  for (const { name, connection } of upstreams.states())
    if (connection.needsLogin && (server === undefined || server === name)) void upstreams.restart(name);
}

const defaultPatienceMs = 5_000;

/** The sessions of this process, their streams, and their records in the store. */
function wireSessions({ config, logger, store, storeTimes = {}, telemetry }: WireDeps, id: string, upstreams: Upstreams) {
  const circuit = new StoreCircuit(store, storeTimes);
  const streams = joinReplicas({
    id,
    redis: store.shared,
    guard: work => circuit.run(work),
    limits: () => config.current.keptEvents,
    lostAnswer: replicaLostText,
  });
  const sessions = new Sessions(config, streams);
  const sessionStore = new SessionStore({
    store,
    config,
    sessions,
    logger,
    circuit,
    patienceMs: storeTimes.patienceMs ?? defaultPatienceMs,
  });
  sessions.onEnd((session, why) => {
    if (why !== 'elsewhere') telemetry?.sessionEnded(sessionFacts(session));
    upstreams.endSession(session.id).catch(error => logBackgroundFailure(error, logger));
    if (why === 'room') void sessionStore.dropped(session);
    else if (why === 'idle' || why === 'elsewhere') sessionStore.left(session);
  });
  return { circuit, streams, sessions, sessionStore };
}

/** What telemetry is told of a session that has ended, as this process saw it. */
function sessionFacts({ openedAt, identity, caller }: ClientSession): Parameters<Telemetry['sessionEnded']>[0] {
  const seconds = (performance.now() - openedAt) / 1000;
  return { seconds, protocolVersion: identity.protocolVersion, transport: caller?.kind === 'local' ? 'stdio' : 'http' };
}
