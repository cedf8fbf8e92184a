import type { GatewayFailure } from '@mcpgw/failures';
import type { Upstreams } from '@mcpgw/upstreams';
import type { Lifecycle } from './lifecycle.js';
import type { LiveConfig } from './live-config.js';
import type { Logger } from './logger.js';
import { OfferWatcher } from './offer-watcher.js';
import type { Sessions } from './sessions.js';
import { WaitingTools } from './waiting-tools.js';
import type { Parts } from './wire.js';

interface FollowDeps {
  readonly config: LiveConfig;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
}

/** Notifies clients and writes the log when servers, approvals or the configuration change. */
export function followChanges(parts: Parts, { config, lifecycle, logger }: FollowDeps): void {
  const { upstreams, approvals, catalogue, unreviewed, tools, sessions, notifier } = parts;
  const waiting = new WaitingTools({ catalogue, logger, upstreams });
  const offers = new OfferWatcher({ notifier, unreviewed, logger });
  upstreams.onChange(({ server, kind }) => {
    waiting.check();
    if (kind === 'state') {
      if (tools.wasListed) notifier.changed('tools', server);
      offers.check(upstreams.states());
    } else if (kind === 'tools' || !unreviewed.has(server)) notifier.changed(kind, server);
  });
  approvals.onChange(() => {
    waiting.check();
    offers.check(upstreams.states());
    notifier.changed('tools');
  });
  config.onChange(() => {
    if (lifecycle.phase !== 'starting' || tools.wasListed) notifier.changed('tools');
    renewLogLevels(upstreams, sessions, config, logger);
  });
}

/** Tells servers that came with a configuration the log levels of the open sessions. */
function renewLogLevels(upstreams: Upstreams, sessions: Sessions, config: LiveConfig, logger: Logger): void {
  const signal = AbortSignal.timeout(config.current.settings.timeouts.call);
  for (const session of sessions.all()) {
    const { level } = session.subscriptions;
    if (level === undefined) continue;
    upstreams
      .setLevel(session, level, signal)
      .catch((error: GatewayFailure) => logger.warn('log level of a session not renewed', { error: error.message }));
  }
}
