/**
 * Makes the parts of a gateway once, each from parts that exist already: upstreams → approvals → catalogue → tools and lists → sessions →
 * endpoint → transports. Parts call each other's methods; what changes while the gateway runs is in the `LiveConfig` and the `Lifecycle`.
 */
import type { StateStore } from '@mcpgw/store';
import { Upstreams, type UpstreamsOptions } from '@mcpgw/upstreams';
import { Approvals } from '../approvals/approvals.js';
import { Catalogue } from '../discovery/catalogue.js';
import { Follower } from '../discovery/follow.js';
import { ToolUsage } from '../discovery/usage.js';
import { Builtins } from './builtins.js';
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
import { prepareTool } from './prepare-tool.js';
import { PromptsAndResources } from './prompts-and-resources.js';
import { logBackgroundFailure, RequestLog } from './request-log.js';
import { Routes } from './routes.js';
import { ServerLogins } from './server-logins.js';
import { SessionRecovery } from './session-recovery.js';
import { SessionStore } from './session-store.js';
import { Sessions } from './sessions.js';
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
}

export type Parts = ReturnType<typeof wire>;

export function wire(deps: WireDeps) {
  const { config, lifecycle, logger } = deps;
  const metrics = new Metrics();
  const servers = wireServers(deps, metrics);
  const { upstreams, catalogue, unreviewed, logins } = servers;

  const usage = new ToolUsage();
  const builtins = new Builtins({ config, catalogue, usage, upstreams, unreviewed });
  const tools = new ToolRegistry({ config, catalogue, builtins });
  const prompts = new PromptsAndResources({ config, upstreams, unreviewed, logger });

  const { sessions, sessionStore } = wireSessions(deps, upstreams);
  const recovery = new SessionRecovery({ config, sessionStore, sessions, upstreams, prompts, logger });
  const streams = new CallerStreams(config, sessions);
  const listeners = new Listeners({ config, streams, prompts, upstreams, logger });
  const notifier = new ListChangedNotifier({ config, sessions, listeners, tools });

  const handlers = makeHandlers({ config, tools, prompts, upstreams, listeners, sessionStore });
  const requestLog = new RequestLog(metrics, logger);
  const call = { config, lifecycle, builtins, tools, catalogue, usage, upstreams, requestLog };
  const endpoint = new McpEndpoint({ ...call, handlers, sessions, sessionStore, recovery, logger });

  const unread = new Unread({ config, logger, metrics });
  const transport = new HttpTransport(endpoint, config, streams);
  const loginRoutes = new LoginRoutes({ config, logins, logger });
  const routes = new Routes({ config, lifecycle, transport, loginRoutes, metrics, sessions, endpoint, upstreams, catalogue, logger });
  metrics.observe({ sessions, endpoint, unread, upstreams, catalogue });
  return { ...servers, metrics, tools, sessions, sessionStore, listeners, notifier, endpoint, unread, routes, loginRoutes };
}

/** The servers, what is approved of them, and the catalogue of their tools. */
function wireServers({ config, logger, store, loginKeyFile, upstreams: options, now }: WireDeps, metrics: Metrics) {
  const approvals = new Approvals(store, now);
  const unreviewed = new UnreviewedServers(config, approvals);
  const { serverInfo } = config.current.identity;
  const logins = new ServerLogins({ config, store, keyFile: loginKeyFile, ca: options?.ca });
  const upstreams = new Upstreams({
    clientInfo: { name: String(serverInfo.name), version: String(serverInfo.version) },
    ...options,
    onEvent: event => {
      logUpstreamEvent(event, logger);
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

/** The sessions of this process, and their records in the store. */
function wireSessions({ config, logger, store, storeAnswerMs }: WireDeps, upstreams: Upstreams) {
  const sessions = new Sessions(config);
  const answerMs = storeAnswerMs === undefined ? {} : { answerMs: storeAnswerMs };
  const sessionStore = new SessionStore({ store, config, sessions, logger, ...answerMs });
  sessions.onEnd((session, why) => {
    upstreams.endSession(session.id).catch(error => logBackgroundFailure(error, logger));
    if (why === 'room') void sessionStore.dropped(session);
    else if (why === 'idle' || why === 'elsewhere') sessionStore.left(session);
  });
  return { sessions, sessionStore };
}
