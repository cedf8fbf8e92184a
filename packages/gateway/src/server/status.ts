/** The body of `/status`: servers, tools, sessions, configuration. It contains no secrets, no arguments and nothing that servers answer. */

import type { UpstreamState, Upstreams } from '@mcpgw/upstreams';
import type { Catalogue } from '../discovery/catalogue.js';
import type { McpEndpoint } from './endpoint.js';
import type { Lifecycle } from './lifecycle.js';
import type { LiveConfig } from './live-config.js';
import type { Sessions } from './sessions.js';

export interface StatusSources {
  readonly config: LiveConfig;
  readonly lifecycle: Lifecycle;
  readonly sessions: Pick<Sessions, 'size'>;
  readonly endpoint: Pick<McpEndpoint, 'inFlight'>;
  readonly upstreams: Pick<Upstreams, 'states'>;
  readonly catalogue: Pick<Catalogue, 'counts' | 'changedCount' | 'unnamed'>;
}

export function statusReport({ config, lifecycle, sessions, endpoint, upstreams, catalogue }: StatusSources): Record<string, unknown> {
  const { version, loadedAt, needsRestart } = config.current.sources;
  const { refusal } = config;
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
    servers: upstreams.states().map(server => serverReport(server, catalogue)),
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
