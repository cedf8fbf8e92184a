import type { Approvals } from '../approvals/approvals.js';
import type { StoreError } from '../store/store.js';
import type { Logger } from './logger.js';
import type { StoreTroubleKind } from './session-store.js';

/** Says in the log that sessions cannot be kept, or that they can again. */
export function tellSessionTrouble(trouble: StoreTroubleKind, error: StoreError | undefined, logger: Logger): void {
  const isUnanswered = trouble === 'unanswered';
  if (error === undefined) logger.info(isUnanswered ? 'the store answers again' : 'sessions are kept again', {});
  else if (isUnanswered)
    logger.error('the store does not answer: sessions live in this process alone, and those of other replicas are not known', {
      error: error.message,
    });
  else logger.warn('the store takes no sessions: new ones live in this process alone', { error: error.message });
}

const events = {
  unreadable: 'approvals cannot be read: the tools of the server are locked',
  unwritable: 'approvals cannot be kept: what is on record holds, and what is new or has changed is locked unless the server is trusted',
} as const;

/** Says in the log, once for each server and time, that its approvals cannot be read or written, and that they can again. */
export class StoreTrouble {
  readonly #approvals: Pick<Approvals, 'trouble'>;
  readonly #logger: Logger;
  readonly #troubled = new Map<string, 'unreadable' | 'unwritable'>();

  constructor(approvals: Pick<Approvals, 'trouble'>, logger: Logger) {
    this.#approvals = approvals;
    this.#logger = logger;
  }

  /** Looks at these servers now. */
  look(servers: Iterable<string>): void {
    for (const server of servers) {
      const found = this.#approvals.trouble(server);
      const known = this.#troubled.get(server);
      if (found?.kind === known) continue;
      if (found === undefined) {
        this.#troubled.delete(server);
        this.#logger.info('approvals are kept again', { server });
      } else {
        this.#troubled.set(server, found.kind);
        this.#logger.error(events[found.kind], { server, error: found.error.message });
      }
    }
  }
}
