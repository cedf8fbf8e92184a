/** Prompts, resources and resource templates of one server: read when they are needed, and cached while they are valid. */
import type { Deadline } from '@mcpgw/loader/internal';
import { type ListMethod, listAll } from './listing.js';
import type { LiveConnection } from './live-connection.js';

type Item = Readonly<Record<string, unknown>>;

/** The methods that list what a server offers besides tools. */
export type OfferMethod = Exclude<ListMethod, 'tools/list'>;

/** Milliseconds that a list is valid if the server does not report changes. */
const silentMs = 10_000;

const kinds: Readonly<Record<OfferMethod, 'prompts' | 'resources'>> = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
};

interface Cached {
  readonly items: Promise<readonly Item[]>;
  readonly goodUntil: number;
}

export class CachedLists {
  readonly #lists = new Map<OfferMethod, Cached>();

  /**
   * The list, read where none holds; `sayingMs` is how long one holds of a server that says when it changes.
   * @throws what reading throws
   */
  get(method: OfferMethod, live: LiveConnection, sayingMs: number, deadline: () => Deadline): Promise<readonly Item[]> {
    const known = this.#lists.get(method);
    if (known && known.goodUntil > performance.now()) return known.items;
    const says = live.capabilities[kinds[method]]?.listChanged === true;
    const items = this.#read(method, live, deadline());
    this.#lists.set(method, { items, goodUntil: performance.now() + (says ? sayingMs : silentMs) });
    return items;
  }

  async #read(method: OfferMethod, live: LiveConnection, deadline: Deadline): Promise<readonly Item[]> {
    try {
      return (await listAll(live, method, deadline)).items;
    } catch (error) {
      this.#lists.delete(method);
      throw error;
    } finally {
      deadline.clear();
    }
  }

  forget(kind: 'prompts' | 'resources'): void {
    for (const method of this.#lists.keys()) if (kinds[method] === kind) this.#lists.delete(method);
  }

  clear(): void {
    this.#lists.clear();
  }
}
