import { cachedToolHash } from '../approvals/tool-hash.js';
import type { Catalogue } from '../discovery/catalogue.js';
import type { SourceTool } from '../sources/source.js';
import type { Logger } from './logger.js';

export interface WaitingToolsDeps {
  readonly catalogue: Pick<Catalogue, 'waiting' | 'unnamed' | 'revision'>;
  readonly logger: Logger;
  readonly servers: () => readonly string[];
  /** The command that approves what waits on a server, where there is one. */
  readonly approveCommand: (server?: string) => string | undefined;
}

const maxNamed = 10;

function named(names: readonly string[]): string {
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}

/** Says in the log what waits for a person: what is new and what changed, each once, and tools that can have no name. */
export class WaitingTools {
  readonly #deps: WaitingToolsDeps;
  /** What was said, by server. */
  readonly #said = new Map<string, { readonly changed: Map<string, string>; fresh: string; unnamed: string }>();
  #revision = -1;

  constructor(deps: WaitingToolsDeps) {
    this.#deps = deps;
  }

  /** Looks at all servers, where anything is another since the last look. */
  look(): void {
    const { catalogue, servers } = this.#deps;
    if (catalogue.revision === this.#revision) return;
    this.#revision = catalogue.revision;
    const names = new Set(servers());
    for (const name of this.#said.keys()) if (!names.has(name)) this.#said.delete(name);
    for (const name of names) this.#lookAt(name);
  }

  #lookAt(server: string): void {
    const { catalogue, logger, approveCommand } = this.#deps;
    const said = this.#said.get(server) ?? { changed: new Map<string, string>(), fresh: '[]', unnamed: '[]' };
    this.#said.set(server, said);
    const { fresh, changed } = catalogue.waiting(server);
    const untold = changed.filter(tool => said.changed.get(tool.name) !== hashOf(tool));
    for (const tool of untold) said.changed.set(tool.name, hashOf(tool));
    const fields = { server, ...(approveCommand(server) !== undefined && { approve: approveCommand(server)! }) };
    if (untold.length > 0)
      logger.warn('tools changed since they were approved: they are locked until somebody has looked at them', {
        ...fields,
        count: untold.length,
        tools: named(untold.map(({ name }) => name)),
      });
    const names = fresh.map(({ name }) => name);
    const before = new Set(JSON.parse(said.fresh) as string[]);
    said.fresh = JSON.stringify(names);
    if (names.some(name => !before.has(name)))
      logger.info('tools wait for approval: clients do not see them', { ...fields, count: names.length });
    const unnamed = catalogue.unnamed(server);
    if (said.unnamed !== JSON.stringify(unnamed) && unnamed.length > 0)
      logger.warn('tools left out: their names would lead to other tools', { server, count: unnamed.length, tools: named(unnamed) });
    said.unnamed = JSON.stringify(unnamed);
  }
}

function hashOf(tool: SourceTool): string {
  return cachedToolHash(tool) ?? 'incomparable';
}
