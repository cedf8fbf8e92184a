import type { UpstreamEvent } from '../upstreams/settings.js';
import type { Logger } from './logger.js';

/** Writes what happens to a server to the log. */
export function logUpstreamEvent(event: UpstreamEvent, logger: Logger): void {
  const { server } = event;
  if (event.kind === 'ready') {
    const omitted = event.omitted > 0 ? event.omitted : undefined;
    logger.info('upstream ready', { server, tools: event.tools, attempts: event.attempts, omitted });
  } else if (event.kind === 'failed')
    logger.warn('upstream failed', { server, status: event.status, error: event.error, attempts: event.attempts });
  else logger.warn('upstream lost', { server, error: event.error });
}
