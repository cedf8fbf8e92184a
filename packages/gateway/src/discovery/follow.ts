import type { Approvals } from '@mcpgw/approvals';
import type { UpstreamState } from '@mcpgw/upstreams';
import type { Catalogue } from './catalogue.js';

interface States {
  states(): readonly UpstreamState[];
  onChange(listener: () => void): () => void;
}

/** Records the tools of the upstreams in the approvals, at the start and after each change, and indexes them. */
export class Follower {
  readonly #upstreams: States;
  readonly #approvals: Approvals;
  readonly #catalogue: Catalogue;
  /** The last recorded list of each server. */
  readonly #observed = new Map<string, Pick<UpstreamState, 'tools' | 'trustMode'>>();
  readonly #stop: () => void;
  #pending: Promise<unknown> = Promise.resolve();
  #indexing: NodeJS.Immediate | undefined;

  constructor(upstreams: States, approvals: Approvals, catalogue: Catalogue) {
    this.#upstreams = upstreams;
    this.#approvals = approvals;
    this.#catalogue = catalogue;
    this.#stop = upstreams.onChange(() => this.#follow());
    this.#follow();
  }

  #follow(): void {
    const states = this.#upstreams.states();
    const names = new Set(states.map(({ name }) => name));
    for (const name of this.#observed.keys()) if (!names.has(name)) this.#forget(name);
    const work = states.map(state => this.#observe(state));
    this.#index();
    this.#pending = Promise.all([this.#pending, ...work]);
  }

  /** Indexes new lists, one server at a time, between other work. */
  #index(): void {
    this.#indexing ??= setImmediate(() => {
      this.#indexing = undefined;
      if (this.#catalogue.indexNext()) this.#index();
    });
  }

  #forget(name: string): void {
    this.#observed.delete(name);
    this.#approvals.forgetList(name);
  }

  /** A server that is not connected has no list; its records are read once. */
  #observe({ name, tools, trustMode, enabled, quarantined }: UpstreamState): Promise<void> | undefined {
    const before = this.#observed.get(name);
    if (before?.tools === tools && before.trustMode === trustMode) return undefined;
    this.#observed.set(name, { tools, trustMode });
    const known = enabled && !quarantined && tools.length > 0;
    if (!known) this.#approvals.forgetList(name);
    return known ? this.#approvals.observe(name, tools, trustMode) : this.#approvals.load(name);
  }

  /** Resolves when all lists that have arrived so far are recorded. */
  async settled(): Promise<void> {
    await this.#pending;
  }

  close(): void {
    this.#stop();
    clearImmediate(this.#indexing);
  }
}
