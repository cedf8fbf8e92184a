import type { Approvals } from '@mcpgw/approvals';
import type { ConfigSnapshot, Live } from './live-config.js';

/** Servers that are not trusted and of which no person has approved a tool yet: nothing that they say reaches clients. */
export class UnreviewedServers {
  readonly #config: Live<Pick<ConfigSnapshot, 'holdsUntilApproved'>>;
  readonly #approvals: Pick<Approvals, 'records'>;

  constructor(config: Live<Pick<ConfigSnapshot, 'holdsUntilApproved'>>, approvals: Pick<Approvals, 'records'>) {
    this.#config = config;
    this.#approvals = approvals;
  }

  has(server: string): boolean {
    if (!this.#config.current.holdsUntilApproved(server)) return false;
    return !this.#approvals.records(server).some(({ approvedHash }) => approvedHash !== undefined);
  }
}
