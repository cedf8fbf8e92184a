/** What `/status` says: servers, tools, sessions, configuration. No secrets, no arguments, nothing of what servers answer. */
import type { Catalogue } from '../discovery/catalogue.js';
import type { UpstreamState } from '../upstreams/types.js';

export interface StatusSources {
  readonly version: string;
  readonly startedAt: Date;
  readonly phase: Phase;
  readonly sessions: number;
  readonly underWay: number;
  readonly servers: readonly UpstreamState[];
  readonly catalogue: Pick<Catalogue, 'counts' | 'changedCount' | 'unnamed'>;
  readonly configuration: ConfigurationState;
}

export type Phase = 'starting' | 'ready' | 'draining' | 'stopped';

export interface ConfigurationState {
  readonly loadedAt: Date;
  /** Why the files as they are now are not what runs, where they were refused. */
  readonly refused?: { readonly at: Date; readonly reason: string };
  /** Settings that the files say otherwise, and that a new start would take over. */
  readonly needsRestart: readonly string[];
}

export function statusReport(sources: StatusSources): Record<string, unknown> {
  const { version, startedAt, phase, sessions, underWay, servers, catalogue, configuration } = sources;
  return {
    version,
    phase,
    started_at: startedAt.toISOString(),
    sessions,
    requests_under_way: underWay,
    configuration: {
      loaded_at: configuration.loadedAt.toISOString(),
      refused: configuration.refused ? { at: configuration.refused.at.toISOString(), reason: configuration.refused.reason } : null,
      needs_restart: configuration.needsRestart,
    },
    servers: servers.map(server => serverReport(server, catalogue)),
  };
}

function serverReport(
  { name, protocol, enabled, quarantined, connection, tools }: UpstreamState,
  catalogue: Pick<Catalogue, 'counts' | 'changedCount' | 'unnamed'>,
): object {
  const { state, error, attempts, since, nextAttemptAt, status } = connection;
  const changed = catalogue.changedCount(name);
  const unnamed = catalogue.unnamed(name);
  return {
    name,
    protocol,
    enabled,
    quarantined,
    state,
    ...(status && state !== 'ready' && { status }),
    error,
    attempts,
    since: new Date(since).toISOString(),
    ...(nextAttemptAt !== undefined && { next_attempt_at: new Date(nextAttemptAt).toISOString() }),
    tools: catalogue.counts(name) ?? { callable: tools.length },
    ...(changed > 0 && { tools_changed: changed }),
    ...(unnamed.length > 0 && { tools_without_name: unnamed.slice(0, 20) }),
  };
}
