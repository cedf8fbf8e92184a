import type { UpstreamState } from '../upstreams/types.js';
import type { Logger } from './logger.js';

type Kind = 'prompts' | 'resources';

export interface OffersDeps {
  readonly onChange: (kind: Kind) => void;
  /** Whether what a server says is held until somebody has looked at it. */
  readonly isHeld: (server: string) => boolean;
  readonly logger: Logger;
}

const kinds = ['prompts', 'resources'] as const;

/** Tells when the servers that offer prompts or resources are others: one came, went, was switched off, or was looked at. */
export class Offers {
  readonly #deps: OffersDeps;
  readonly #known: Record<Kind, string> = { prompts: '[]', resources: '[]' };
  #held: ReadonlySet<string> = new Set();

  constructor(deps: OffersDeps) {
    this.#deps = deps;
  }

  look(states: readonly UpstreamState[]): void {
    const offering = states.filter(
      ({ connection, capabilities }) => connection.state === 'ready' && kinds.some(kind => capabilities?.[kind]),
    );
    const held = new Set(offering.filter(({ name }) => this.#deps.isHeld(name)).map(({ name }) => name));
    for (const server of held)
      if (!this.#held.has(server))
        this.#deps.logger.info('prompts, resources and log messages are held until a tool of the server is approved (hold_unreviewed)', {
          server,
        });
    this.#held = held;
    for (const kind of kinds) {
      const now = JSON.stringify(offering.flatMap(({ name, capabilities }) => (capabilities?.[kind] && !held.has(name) ? [name] : [])));
      if (now === this.#known[kind]) continue;
      this.#known[kind] = now;
      this.#deps.onChange(kind);
    }
  }
}
