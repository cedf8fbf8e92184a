/**
 * Decisions of people that keep servers off: `disabled` or `quarantined`. They are in the store, hold at every replica and across restarts,
 * and only add to what the configuration keeps off (docs/adr/0070-the-page.md).
 */
import { isPlainObject } from '@mcpgw/loader/internal';
import { type StateStore, StoreError } from '@mcpgw/store';
import type { ConfiguredServer } from '@mcpgw/upstreams';
import type { ServerSwitch } from '@mcpgw/web';

type Switches = ReadonlyMap<string, ServerSwitch>;

const root = ['switches'];
const key = [...root, 'servers'];
const retryMs = 2_000;
/** The store has so many milliseconds for an answer; the gateway starts without it then. */
const answerMs = 3_000;

/** @throws StoreError for a text that this file did not write */
function parse(text: string | undefined): Map<string, ServerSwitch> {
  if (text === undefined) return new Map();
  try {
    const { version, servers } = (JSON.parse(text) as { version?: unknown; servers?: unknown } | null) ?? {};
    if (version === 1 && isPlainObject(servers)) return new Map(Object.entries(servers as Record<string, ServerSwitch>));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new StoreError(key, 'is damaged: which servers people disabled is not known', undefined, true);
}

function format(switches: Switches): string | undefined {
  return switches.size === 0 ? undefined : JSON.stringify({ version: 1, servers: Object.fromEntries(switches) });
}

/** Reads the decisions, and follows those of other replicas. */
export class ServerSwitches {
  readonly #store: StateStore;
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  #switches: Switches = new Map();
  #listener: () => void = () => {};
  #endWatch: () => void = () => {};
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isFailing = false;

  constructor(store: StateStore, now: () => Date, onError: (error: unknown) => void) {
    this.#store = store;
    this.#now = now;
    this.#onError = onError;
  }

  /** Reads what is decided, and calls `listener` after each later change. A store that fails is logged and read again. */
  async open(listener: () => void): Promise<void> {
    this.#endWatch = this.#store.watch(root, () => void this.#refresh());
    await this.#refresh();
    this.#listener = listener;
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#retry);
    const signal = AbortSignal.timeout(answerMs);
    try {
      this.#take(await this.#store.read(key, { signal }));
      this.#isFailing = false;
    } catch (error) {
      if (!(error instanceof StoreError) && !signal.aborted) throw error;
      if (this.#isClosed) return;
      if (!this.#isFailing) this.#onError(error);
      this.#isFailing = true;
      this.#retry = setTimeout(() => void this.#refresh(), retryMs).unref();
    }
  }

  #take(text: string | undefined): void {
    const before = format(this.#switches);
    this.#switches = parse(text);
    if (format(this.#switches) !== before) this.#listener();
  }

  /** The decision about a server. */
  of(server: string): ServerSwitch | undefined {
    return this.#switches.get(server);
  }

  /** Stores a decision; `on` ends the one before. @throws StoreError, and then nothing has changed */
  async decide(server: string, to: ServerSwitch['to'] | 'on', by: string): Promise<void> {
    const at = this.#now().toISOString();
    const text = await this.#store.update(key, old => {
      const switches = parse(old);
      if (to === 'on') switches.delete(server);
      else switches.set(server, { to, by, at });
      return format(switches);
    });
    this.#take(text);
  }

  /** The servers as they are to be used. */
  applied(servers: readonly ConfiguredServer[]): ConfiguredServer[] {
    return servers.map(server => {
      const decided = 'connection' in server ? this.#switches.get(server.name) : undefined;
      if (decided === undefined) return server;
      return decided.to === 'disabled' ? { ...server, enabled: false } : { ...server, quarantined: true };
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#endWatch();
  }
}
