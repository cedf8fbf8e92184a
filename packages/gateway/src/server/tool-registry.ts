/** The tools as clients see them: `tools/list`, answered from a cache. */
import type { CallerView } from '@mcpgw/access';
import type { Catalogue } from '../discovery/catalogue.js';
import type { Builtins } from './builtins.js';
import type { Exchange } from './exchange.js';
import { RawResult } from './json-rpc.js';
import type { ConfigSnapshot, LiveConfig } from './live-config.js';
import { listedText } from './prepare-tool.js';

export interface ToolRegistryDeps {
  readonly config: LiveConfig;
  readonly catalogue: Catalogue;
  readonly builtins: Builtins;
}

type Era = Exchange['era'];

const eras: readonly Era[] = ['legacy', 'modern'];

const listKey = (view: CallerView | undefined, era: Era): string => `${era} ${view?.key ?? ''}`;

/** Lists that are kept. Callers who see the same share one. */
const maxLists = 500;

/** A list, and what it was made from. */
interface CachedList {
  readonly result: RawResult;
  readonly revision: number;
  readonly snapshot: ConfigSnapshot;
}

export class ToolRegistry {
  readonly #config: LiveConfig;
  readonly #catalogue: Catalogue;
  readonly #builtins: Builtins;
  readonly #lists = new Map<string, CachedList>();
  /** What clients were listed before the changes that they have not been notified of yet. */
  readonly #before = new Map<string, RawResult>();

  constructor({ config, catalogue, builtins }: ToolRegistryDeps) {
    this.#config = config;
    this.#catalogue = catalogue;
    this.#builtins = builtins;
  }

  /** `tools/list`: one text for all callers who see the same. The gateway's own tools come first, then all others sorted by name. */
  list(view: CallerView | undefined, era: Era): RawResult {
    const key = listKey(view, era);
    const known = this.#lists.get(key);
    const { revision } = this.#catalogue;
    const snapshot = this.#config.current;
    if (known?.revision === revision && known.snapshot === snapshot) return known.result;
    const made = new RawResult(this.#listText(view, era));
    const isSame = known?.result.json === made.json;
    const result = isSame ? known!.result : made;
    if (known === undefined && this.#lists.size >= maxLists) this.#forget();
    this.#lists.set(key, { result, revision, snapshot });
    if (known && !isSame && !this.#before.has(key)) this.#before.set(key, known.result);
    return result;
  }

  /** Callers whose list is forgotten count as never listed: they are notified of the next change, whatever it is. */
  #forget(): void {
    this.#lists.clear();
    this.#before.clear();
  }

  /** Whether any client has asked for the list. */
  get wasListed(): boolean {
    return this.#lists.size > 0;
  }

  /**
   * Whether the list of callers who see `view` differs from the one that its clients got, or was never asked for. One answer covers all changes so
   * far: the next one compares with the list as it is now.
   */
  hasChanged(view: CallerView | undefined): boolean {
    const listed = eras.flatMap(era => {
      const key = listKey(view, era);
      if (!this.#lists.has(key)) return [];
      const now = this.list(view, era);
      const before = this.#before.get(key);
      this.#before.delete(key);
      return before !== undefined && before.json !== now.json;
    });
    return listed.length === 0 || listed.includes(true);
  }

  #listText(view: CallerView | undefined, era: Era): string {
    const { current } = this.#config;
    const builtins = this.#builtins.tools;
    const callable = current.settings.routingMode === 'direct' ? this.#catalogue.callable(view) : [];
    const own = [...builtins.values()].map(({ definition }) => JSON.stringify(definition));
    const others = callable.filter(({ name }) => !builtins.has(name)).map(({ name, tool }) => listedText(tool, name));
    const tools = `"tools":[${[...own, ...others].join(',')}]`;
    return era === 'modern' ? `{"resultType":"complete",${tools},"ttlMs":0,"cacheScope":"private"}` : `{${tools}}`;
  }

  /** Whether a name leads to a tool of a server that is listed now. */
  isCallable({ profile, caller }: Exchange, name: string): boolean {
    const address = this.#catalogue.addressOf(name);
    const scope = this.#config.current.view(profile, caller);
    return address !== undefined && this.#catalogue.find(address.server, address.tool, scope) !== undefined;
  }
}
