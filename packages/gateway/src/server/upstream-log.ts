import type { Dropped, UpstreamEvent } from '@mcpgw/upstreams';
import type { Logger } from './logger.js';

const tooFast: Readonly<Record<Dropped, string>> = {
  log: 'the server logs faster than clients are told (limits.server_messages)',
  update: 'the server tells of more changes than can wait until clients are told (limits.server_messages)',
  request: 'the server asks clients faster than it may (limits.server_messages)',
};

/** Logs what happens to a server. A failure that repeats is a warning once, and again when its reason changes. */
export function logUpstreamEvent(event: UpstreamEvent, logger: Logger): void {
  const { server } = event;
  if (event.kind === 'ready') {
    const omitted = event.omitted > 0 ? event.omitted : undefined;
    logger.info('upstream ready', { server, tools: event.tools, attempts: event.attempts, omitted });
  } else if (event.kind === 'failed') {
    const { status, error, attempts, isRepeated } = event;
    if (isRepeated) logger.debug('upstream failed again', { server, status, error, attempts });
    else logger.warn('upstream failed', { server, status, error, attempts });
  } else if (event.kind === 'restarted') logger.info('upstream restarted on request', { server });
  else if (event.kind === 'dropped') logger.warn(`${event.count} messages dropped: ${tooFast[event.what]}`, { server });
  else logger.warn('upstream lost', { server, error: event.error });
}
