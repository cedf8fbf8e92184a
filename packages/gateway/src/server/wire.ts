/**
 * Makes the parts of a gateway once, each from parts that exist already: upstreams → approvals → catalogue → tools and lists → sessions →
 * endpoint → transports. Parts call each other's methods; what changes while the gateway runs is in the `LiveConfig` and the `Lifecycle`.
 */

import type { Recorder } from '@mcpgw/activity';
import type { StateStore } from '@mcpgw/store';
import { Upstreams, type UpstreamsOptions } from '@mcpgw/upstreams';
import { Approvals } from '../approvals/approvals.js';
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
import { Metrics } from './metrics.js';
import { prepareTool } from './prepare-tool.js';
import { PromptsAndResources } from './prompts-and-resources.js';
import { logBackgroundFailure, RequestLog } from './request-log.js';
import { Routes } from './routes.js';
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
  const { upstreams, catalogue, unreviewed } = servers;

  const usage = new ToolUsage();
  const builtins = new Builtins({ config, catalogue, usage, upstreams, unreviewed, activity });
  const tools = new ToolRegistry({ config, catalogue, builtins });
  const prompts = new PromptsAndResources({ config, upstreams, unreviewed, logger });

  const { sessions, sessionStore } = wireSessions(deps, upstreams);
  const recovery = new SessionRecovery({ config, sessionStore, sessions, upstreams, prompts, logger });
  const streams = new CallerStreams(config, sessions);
  const listeners = new Listeners({ config, streams, prompts, upstreams, logger });
  const notifier = new ListChangedNotifier({ config, sessions, listeners, tools });

  const handlers = makeHandlers({ config, tools, prompts, upstreams, listeners, sessionStore });
  const requestLog = new RequestLog(metrics, logger);
  const callRecords = new CallRecords(deps.recorder, config);
  const call = { config, lifecycle, builtins, tools, catalogue, usage, upstreams, requestLog, callRecords };
  const endpoint = new McpEndpoint({ ...call, handlers, sessions, sessionStore, recovery, logger });

  const unread = new Unread({ config, logger, metrics });
  const transport = new HttpTransport(endpoint, config, streams);
  const { recorder } = deps;
  const routes = new Routes({ config, lifecycle, transport, metrics, sessions, endpoint, upstreams, catalogue, logger, recorder });
  metrics.observe({ sessions, endpoint, unread, upstreams, catalogue, recorder });
  return { ...servers, activity, metrics, tools, sessions, sessionStore, listeners, notifier, endpoint, unread, routes };
}

/** The servers, what is approved of them, and the catalogue of their tools. */
function wireServers({ config, logger, store, upstreams: options, now }: WireDeps, metrics: Metrics, activity: ActivityEvents) {
  const approvals = new Approvals(store, now, decision => activity.decided(decision));
  const unreviewed = new UnreviewedServers(config, approvals);
  const { serverInfo } = config.current.identity;
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
  });
  const catalogue = new Catalogue(approvals, { servers: () => upstreams.states(), nameOf: () => config.current.names.of });
  const follower = new Follower(upstreams, approvals, catalogue);
  return { approvals, unreviewed, upstreams, catalogue, follower };
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
