/** The body of `/status`: servers, tools, sessions, configuration. It contains no secrets, no arguments and nothing that servers answer. */

import { type Caller, type CallerView, callerName, localCaller } from '@mcpgw/access';
import type { Recorder } from '@mcpgw/activity';
import type { StoreError } from '@mcpgw/store';
import type { Telemetry } from '@mcpgw/telemetry';
import type { UpstreamState, Upstreams } from '@mcpgw/upstreams';
import type { Catalogue } from '../discovery/catalogue.js';
import type { McpEndpoint } from './endpoint.js';
import type { Lifecycle } from './lifecycle.js';
import type { LiveConfig } from './live-config.js';
import type { ClientSession } from './session.js';
import type { SessionStore } from './session-store.js';
import type { Sessions } from './sessions.js';

/** Callers that a report lists. */
const maxCallers = 1000;

export interface StatusSources {
  /** Why the store does not answer now; `undefined` where it does. */
  readonly circuit: { readonly fault: StoreError | undefined };
  readonly config: LiveConfig;
  readonly lifecycle: Lifecycle;
  readonly sessions: Pick<Sessions, 'size' | 'all'>;
  readonly sessionStore: Pick<SessionStore, 'unkept'>;
  readonly endpoint: Pick<McpEndpoint, 'inFlight'>;
  readonly upstreams: Pick<Upstreams, 'states'>;
  readonly catalogue: Pick<Catalogue, 'counts' | 'changedCount' | 'unnamed' | 'mapped' | 'find'>;
  readonly recorder?: Recorder | undefined;
  readonly telemetry?: Pick<Telemetry, 'status'> | undefined;
}

/** The report for a caller, who reads of the servers that it sees; of everything for the process itself. */
export function statusReport(sources: StatusSources, caller: Caller = localCaller): Record<string, unknown> {
  const { config, lifecycle, circuit, sessions, sessionStore, endpoint, upstreams, catalogue, recorder, telemetry } = sources;
  const view = config.current.view(undefined, caller);
  const { version, loadedAt, needsRestart } = config.current.sources;
  const { refusal } = config;
  const { unkept } = sessionStore;
  return {
    version,
    phase: lifecycle.phase,
    started_at: lifecycle.startedAt.toISOString(),
    sessions: sessions.size,
    requests_under_way: endpoint.inFlight,
    configuration: {
      loaded_at: loadedAt.toISOString(),
      refused: refusal ? { at: refusal.at.toISOString(), reason: refusal.reason } : null,
      needs_restart: needsRestart,
    },
    store: {
      answers: circuit.fault === undefined,
      error: circuit.fault?.message ?? unkept?.reason ?? null,
      ...(unkept && { sessions_not_kept: unkept.sessions }),
    },
    ...(caller.kind !== 'local' &&
      caller.kind !== 'anonymous' && { caller: { name: callerName(caller), kind: caller.kind, admin: caller.isAdmin } }),
    ...(caller.isAdmin && { callers: callersOf(sessions.all()) }),
    activity: recorder && config.current.settings.activity.enabled ? recorder.status : { state: 'off' },
    telemetry: telemetry?.status() ?? [],
    servers: upstreams
      .states()
      .filter(({ name }) => view === undefined || view.has(name))
      .map(server => serverReport(server, catalogue, view)),
  };
}

/** Callers that have sessions, by name, with their number. */
function callersOf(sessions: Iterable<ClientSession>): object[] {
  const counts = new Map<string, { name: string; kind: Caller['kind']; sessions: number }>();
  for (const { caller } of sessions) {
    if (caller === undefined || caller.kind === 'anonymous') continue;
    const known = counts.get(caller.id) ?? { name: callerName(caller), kind: caller.kind, sessions: 0 };
    known.sessions++;
    counts.set(caller.id, known);
  }
  return [...counts.values()].slice(0, maxCallers);
}

function serverReport(
  { name, protocol, enabled, quarantined, connection, tools }: UpstreamState,
  catalogue: Pick<Catalogue, 'counts' | 'changedCount' | 'unnamed' | 'mapped' | 'find'>,
  view: CallerView | undefined,
): object {
  const { state, error, attempts, since, nextAttemptAt, status, needsLogin } = connection;
  const changed = catalogue.changedCount(name);
  const unnamed = catalogue.unnamed(name);
  // Of tools that the caller sees, and whose names somebody has read.
  const mapped = catalogue.mapped(name).filter(({ tool }) => catalogue.find(name, tool, view)?.reviewed);
  return {
    name,
    protocol,
    enabled,
    quarantined,
    state,
    ...(status && state !== 'ready' && { status }),
    ...(needsLogin && { needs_login: true }),
    error,
    attempts,
    since: new Date(since).toISOString(),
    ...(nextAttemptAt !== undefined && { next_attempt_at: new Date(nextAttemptAt).toISOString() }),
    tools: catalogue.counts(name) ?? { callable: tools.length },
    ...(changed > 0 && { tools_changed: changed }),
    ...(unnamed.length > 0 && { tools_without_name: unnamed.slice(0, 20) }),
    ...(mapped.length > 0 && { tools_renamed: mapped.slice(0, 20).map(({ tool, name: given }) => ({ tool, name: given })) }),
  };
}
