/**
 * Makes the parts of a gateway once, each from parts that exist already: upstreams → approvals → catalogue → tools and lists → sessions →
 * endpoint → transports. Parts call each other's methods; what changes while the gateway runs is in the `LiveConfig` and the `Lifecycle`.
 */
import type { Recorder } from '@mcpgw/activity';
import { Approvals } from '@mcpgw/approvals';
import { joinReplicas } from '@mcpgw/replicas';
import type { StateStore } from '@mcpgw/store';
import { StoreCircuit } from '@mcpgw/store/internal';
import { Upstreams, type UpstreamsOptions } from '@mcpgw/upstreams';
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
import type { Lifecycle } from './lifecycle.js';
import { ListChangedNotifier } from './list-changed-notifier.js';
import { Listeners } from './listeners.js';
import type { LiveConfig } from './live-config.js';
import type { Logger } from './logger.js';
import { LoginRoutes } from './login-routes.js';
import { Metrics } from './metrics.js';
import { Peers } from './peers.js';
import { prepareTool } from './prepare-tool.js';
import { PromptsAndResources } from './prompts-and-resources.js';
import { logBackgroundFailure, RequestLog } from './request-log.js';
import { Routes } from './routes.js';
import { ServerLogins } from './server-logins.js';
import { SessionRecovery } from './session-recovery.js';
import { SessionStore } from './session-store.js';
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
  readonly storeAnswerMs?: number | undefined;
  readonly loginKeyFile?: string | undefined;
  readonly upstreams?: UpstreamsOptions | undefined;
  readonly now: () => Date;
  /** Where calls and events are recorded; absent where they are not. */
  readonly recorder?: Recorder | undefined;
}

export type Parts = ReturnType<typeof wire>;

export function wire(deps: WireDeps) {
  const { config, lifecycle, logger } = deps;
  const metrics = new Metrics();
  const activity = new ActivityEvents(deps.recorder, config);
  const servers = wireServers(deps, metrics, activity);
  const { upstreams, catalogue, unreviewed, logins } = servers;

  const usage = new ToolUsage();
  const builtins = new Builtins({ config, catalogue, usage, upstreams, unreviewed, activity });
  const tools = new ToolRegistry({ config, catalogue, builtins });
  const prompts = new PromptsAndResources({ config, upstreams, unreviewed, logger });

  const { circuit, streams, sessions, sessionStore } = wireSessions(deps, upstreams);
  const recovery = new SessionRecovery({ config, sessionStore, sessions, upstreams, prompts, logger });
  const callers = new CallerStreams(config, sessions);
  const listeners = new Listeners({ config, streams: callers, prompts, upstreams, logger });
  const notifier = new ListChangedNotifier({ config, sessions, listeners, tools });

  const handlers = makeHandlers({ config, tools, prompts, upstreams, listeners, sessionStore });
  const requestLog = new RequestLog(metrics, logger);
  const callRecords = new CallRecords(deps.recorder, config);
  const call = { config, lifecycle, builtins, tools, catalogue, usage, upstreams, requestLog, callRecords };
  const peers = new Peers({ replica: streams.replica, sessions, upstreams, logger });
  const endpoint = new McpEndpoint({ ...call, handlers, sessions, sessionStore, recovery, peers, logger });

  const unread = new Unread({ config, logger, metrics });
  const transport = new HttpTransport(endpoint, config, callers, streams);
  const loginRoutes = new LoginRoutes({ config, logins, logger, activity });
  const { recorder } = deps;
  const routes = new Routes({
    config,
    lifecycle,
    transport,
    loginRoutes,
    metrics,
    circuit,
    sessions,
    endpoint,
    upstreams,
    catalogue,
    logger,
    recorder,
  });
  metrics.observe({ circuit, sessions, endpoint, unread, upstreams, catalogue, recorder });
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
    transport,
    unread,
    routes,
    loginRoutes,
  };
  return { ...servers, activity, ...own };
}

/** The servers, what is approved of them, and the catalogue of their tools. */
function wireServers(deps: WireDeps, metrics: Metrics, activity: ActivityEvents) {
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
      if (event.kind === 'dropped') metrics.dropped(event.server, event.what, event.count);
    },
    maySpeak: server => !unreviewed.has(server),
    messagesPerSecond: () => config.current.settings.limits.serverMessages,
    prepare: prepareTool,
    authorize: logins.authorize,
  });
  logins.onChange((server, subject) => retryAfterLogin(upstreams, server, subject));
  const catalogue = new Catalogue(approvals, { servers: () => upstreams.states(), nameOf: () => config.current.names.of });
  const follower = new Follower(upstreams, approvals, catalogue);
  return { approvals, unreviewed, upstreams, catalogue, follower, logins };
}

/** Connects servers that wait for a login which may be there now. A login of one caller is not that of the gateway. */
function retryAfterLogin(upstreams: Upstreams, server: string | undefined, subject: string | undefined): void {
  if (subject !== undefined && subject !== '') return;
  for (const { name, connection } of upstreams.states())
    if (connection.needsLogin && (server === undefined || server === name)) void upstreams.restart(name);
}

/** The sessions of this process, their streams, and their records in the store. */
function wireSessions({ config, logger, store, storeAnswerMs }: WireDeps, upstreams: Upstreams) {
  const circuit = new StoreCircuit(store, storeAnswerMs === undefined ? {} : { answerMs: storeAnswerMs });
  const streams = joinReplicas({
    redis: store.shared,
    guard: work => circuit.run(work),
    limits: () => config.current.keptEvents,
    lostAnswer: replicaLostText,
  });
  const sessions = new Sessions(config, streams);
  const sessionStore = new SessionStore({ store, config, sessions, logger, circuit });
  sessions.onEnd((session, why) => {
    upstreams.endSession(session.id).catch(error => logBackgroundFailure(error, logger));
    if (why === 'room') void sessionStore.dropped(session);
    else if (why === 'idle' || why === 'elsewhere') sessionStore.left(session);
  });
  return { circuit, streams, sessions, sessionStore };
}
