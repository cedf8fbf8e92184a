import type { StoreError } from '@mcpgw/store';
import type { Logger } from './logger.js';

/** `unanswered`: the store does not respond. `refused`: it responds, but does not store sessions. */
type StoreFailureKind = 'unanswered' | 'refused';

/** Logs that sessions cannot be stored; without `error`, that they can be stored again. */
export function logSessionStoreFailure(kind: StoreFailureKind, error: StoreError | undefined, logger: Logger): void {
  const isUnanswered = kind === 'unanswered';
  if (error === undefined) logger.info(isUnanswered ? 'the store answers again' : 'sessions are kept again', {});
  else if (isUnanswered)
    logger.error('the store does not answer: sessions live in this process alone, and those of other replicas are not known', {
      error: error.message,
    });
  else
    logger.warn('the store takes no sessions: new ones live in this process alone, and are written when it takes them again', {
      error: error.message,
    });
}
