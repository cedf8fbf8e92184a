import type { Approvals } from '@mcpgw/approvals';
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
  else logger.warn('the store takes no sessions: new ones live in this process alone', { error: error.message });
}

const events = {
  unreadable: 'approvals cannot be read: the tools of the server are locked',
  unwritable: 'approvals cannot be kept: what is on record holds, and what is new or has changed is locked unless the server is trusted',
} as const;

/** Logs, once for each server and failure, that the server's approvals cannot be read or written, and once that they can be again. */
export class ApprovalStoreLog {
  readonly #approvals: Pick<Approvals, 'trouble'>;
  readonly #logger: Logger;
  readonly #failures = new Map<string, 'unreadable' | 'unwritable'>();

  constructor(approvals: Pick<Approvals, 'trouble'>, logger: Logger) {
    this.#approvals = approvals;
    this.#logger = logger;
  }

  /** Logs what changed at these servers since the last check. */
  check(servers: Iterable<string>): void {
    for (const server of servers) {
      const found = this.#approvals.trouble(server);
      const known = this.#failures.get(server);
      if (found?.kind === known) continue;
      if (found === undefined) {
        this.#failures.delete(server);
        this.#logger.info('approvals are kept again', { server });
      } else {
        this.#failures.set(server, found.kind);
        this.#logger.error(events[found.kind], { server, error: found.error.message });
      }
    }
  }
}
