import { cachedToolHash } from '@mcpgw/approvals';
import type { SourceTool, Upstreams } from '@mcpgw/upstreams';
import type { Catalogue } from '../discovery/catalogue.js';
import type { Logger } from './logger.js';

export interface WaitingToolsDeps {
  readonly catalogue: Pick<Catalogue, 'waiting' | 'unnamed' | 'revision'>;
  readonly logger: Logger;
  readonly upstreams: Pick<Upstreams, 'names'>;
  /** The command that approves the tools of a server. */
  readonly approveCommand?: ((server?: string) => string | undefined) | undefined;
}

const maxNamed = 10;

function named(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}

/** Logs the tools that wait for approval, new and changed ones, each once, and the tools that cannot have a name. */
export class WaitingTools {
  readonly #deps: WaitingToolsDeps;
  /** What was logged, by server. */
  readonly #logged = new Map<string, { readonly changed: Map<string, string>; fresh: string; unnamed: string }>();
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
    const approve = this.#deps.approveCommand?.(server);
    const logged = this.#logged.get(server) ?? { changed: new Map<string, string>(), fresh: '[]', unnamed: '[]' };
    this.#logged.set(server, logged);
    const { fresh, changed } = catalogue.waiting(server);
    const unlogged = changed.filter(tool => logged.changed.get(tool.name) !== hashOf(tool));
    for (const tool of unlogged) logged.changed.set(tool.name, hashOf(tool));
    const fields = { server, ...(approve !== undefined && { approve }) };
    if (unlogged.length > 0)
      logger.warn('tools changed since they were approved: they are locked until somebody has looked at them', {
        ...fields,
        count: unlogged.length,
        tools: named(unlogged.map(({ name }) => name)),
      });
    const names = fresh.map(({ name }) => name);
    const before = new Set(JSON.parse(logged.fresh) as string[]);
    logged.fresh = JSON.stringify(names);
    if (names.some(name => !before.has(name)))
      logger.info('tools wait for approval: clients do not see them', { ...fields, count: names.length });
    const unnamed = catalogue.unnamed(server);
    if (logged.unnamed !== JSON.stringify(unnamed) && unnamed.length > 0)
      logger.warn('tools left out: their names would lead to other tools', { server, count: unnamed.length, tools: named(unnamed) });
    logged.unnamed = JSON.stringify(unnamed);
  }
}

function hashOf(tool: SourceTool): string {
  return cachedToolHash(tool) ?? 'incomparable';
}
