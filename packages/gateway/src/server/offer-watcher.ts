import type { UpstreamState } from '@mcpgw/upstreams';
import type { ListChangedNotifier } from './list-changed-notifier.js';
import type { Logger } from './logger.js';
import type { UnreviewedServers } from './unreviewed-servers.js';

type Kind = 'prompts' | 'resources';

export interface OfferWatcherDeps {
  readonly notifier: Pick<ListChangedNotifier, 'changed'>;
  readonly unreviewed: Pick<UnreviewedServers, 'has'>;
  readonly logger: Logger;
}

const kinds = ['prompts', 'resources'] as const;

/** Notices that other servers offer prompts or resources to clients than before: one came, went, was disabled or was reviewed. */
export class OfferWatcher {
  readonly #deps: OfferWatcherDeps;
  readonly #known: Record<Kind, ReadonlySet<string>> = { prompts: new Set(), resources: new Set() };
  #held: ReadonlySet<string> = new Set();

  constructor(deps: OfferWatcherDeps) {
    this.#deps = deps;
  }

  check(states: readonly UpstreamState[]): void {
    const offering = states.filter(
      ({ connection, capabilities }) => connection.state === 'ready' && kinds.some(kind => capabilities?.[kind]),
    );
    const held = new Set(offering.filter(({ name }) => this.#deps.unreviewed.has(name)).map(({ name }) => name));
    for (const server of held)
      if (!this.#held.has(server))
        this.#deps.logger.info('prompts, resources and log messages are held until a tool of the server is approved (hold_unreviewed)', {
          server,
        });
    this.#held = held;
    for (const kind of kinds) {
      const before = this.#known[kind];
      const now = new Set(offering.flatMap(({ name, capabilities }) => (capabilities?.[kind] && !held.has(name) ? [name] : [])));
      this.#known[kind] = now;
      // Each server by its name, because only clients that see it may be told.
      for (const server of new Set([...before, ...now]))
        if (before.has(server) !== now.has(server)) this.#deps.notifier.changed(kind, server);
    }
  }
}
