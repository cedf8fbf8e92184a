import type { Upstreams } from '@mcpgw/upstreams';
import type { Catalogue } from '../discovery/catalogue.js';
import type { Logger } from './logger.js';

export interface WaitingToolsDeps {
  readonly catalogue: Pick<Catalogue, 'unnamed' | 'mapped' | 'revision'>;
  readonly logger: Logger;
  readonly upstreams: Pick<Upstreams, 'names'>;
}

const maxNamed = 10;

function named(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}

/** Logs the tools that have another name or none, each once. What waits for approval is logged with all that needs a person. */
export class WaitingTools {
  readonly #deps: WaitingToolsDeps;
  /** What was logged, by server. */
  readonly #logged = new Map<string, { unnamed: string; mapped: string }>();
  #revision = -1;

  constructor(deps: WaitingToolsDeps) {
    this.#deps = deps;
  }

  /** Logs what is new since the last check. */
  check(): void {
    const { catalogue, upstreams } = this.#deps;
    if (catalogue.revision === this.#revision) return;
    this.#revision = catalogue.revision;
    const names = new Set(upstreams.names);
    for (const name of this.#logged.keys()) if (!names.has(name)) this.#logged.delete(name);
    for (const name of names) this.#checkServer(name);
  }

  #checkServer(server: string): void {
    const { catalogue, logger } = this.#deps;
    const logged = this.#logged.get(server) ?? { unnamed: '[]', mapped: '[]' };
    this.#logged.set(server, logged);
    const unnamed = catalogue.unnamed(server);
    if (logged.unnamed !== JSON.stringify(unnamed) && unnamed.length > 0)
      logger.warn('tools left out: their names would lead to other tools', { server, count: unnamed.length, tools: named(unnamed) });
    logged.unnamed = JSON.stringify(unnamed);
    const mapped = catalogue.mapped(server);
    if (logged.mapped !== JSON.stringify(mapped) && mapped.length > 0) {
      const tools = named(mapped.map(({ tool, name }) => `${tool} is ${name}`));
      logger.info('tools have other names for clients, since some clients refuse their own', { server, count: mapped.length, tools });
    }
    logged.mapped = JSON.stringify(mapped);
  }
}
