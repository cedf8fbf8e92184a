import type { UpstreamEvent } from '../upstreams/settings.js';
import type { Logger } from './logger.js';

/** Writes what happens to a server to the log; a failure that repeats is written once, and again when its reason changes. */
export function logUpstreamEvent(event: UpstreamEvent, logger: Logger): void {
  const { server } = event;
  if (event.kind === 'ready') {
    const omitted = event.omitted > 0 ? event.omitted : undefined;
    logger.info('upstream ready', { server, tools: event.tools, attempts: event.attempts, omitted });
  } else if (event.kind === 'failed') {
    const { status, error, attempts, isRepeated } = event;
    if (isRepeated) logger.debug('upstream failed again', { server, status, error, attempts });
    else logger.warn('upstream failed', { server, status, error, attempts });
  } else logger.warn('upstream lost', { server, error: event.error });
}
