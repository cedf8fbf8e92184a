/** Notifies clients that a list has changed: once for many changes in a row, and only the clients that see the change. */
import type { Caller, CallerView } from '@mcpgw/access';
import type { Listeners, ListKind } from './listeners.js';
import type { ConfigSnapshot, Live } from './live-config.js';
import type { Sessions } from './sessions.js';
import type { ToolRegistry } from './tool-registry.js';

export interface ListChangedNotifierDeps {
  readonly config: Live<Pick<ConfigSnapshot, 'view'>>;
  readonly sessions: Pick<Sessions, 'all'>;
  readonly listeners: Pick<Listeners, 'changed'>;
  readonly tools: Pick<ToolRegistry, 'hasChanged'>;
}

/** Changes within this time are one notification. */
const delayMs = 50;
const lists: readonly ListKind[] = ['tools', 'prompts', 'resources'];

export class ListChangedNotifier {
  readonly #deps: ListChangedNotifierDeps;
  /** The servers whose lists changed, by the kind of list; `undefined` stands for any server. */
  #changed = new Map<ListKind, Set<string | undefined>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ListChangedNotifierDeps) {
    this.#deps = deps;
  }

  changed(kind: ListKind, server?: string): void {
    const servers = this.#changed.get(kind) ?? new Set();
    this.#changed.set(kind, servers.add(server));
    this.#timer ??= setTimeout(() => this.#notify(), delayMs).unref();
  }

  #notify(): void {
    this.#timer = undefined;
    const changed = this.#changed;
    // Changes that come while clients are notified belong to the next notification.
    this.#changed = new Map();
    for (const kind of lists) {
      const servers = changed.get(kind);
      if (servers) this.#notifyKind(kind, servers);
    }
  }

  #notifyKind(kind: ListKind, servers: ReadonlySet<string | undefined>): void {
    const { config, sessions, listeners, tools } = this.#deps;
    const known = new Map<CallerView | undefined, boolean>();
    // A profile that selects tools of a server shows nothing else of it.
    const offers = (view: CallerView, server: string) => (kind === 'tools' ? view.has(server) : view.isWhole(server));
    const concerns = (profile: string | undefined, caller: Caller | undefined): boolean => {
      const view = config.current.view(profile, caller);
      let answer = known.get(view);
      if (answer === undefined) {
        const sees = [...servers].some(server => server === undefined || view === undefined || offers(view, server));
        answer = sees && (kind !== 'tools' || tools.hasChanged(view));
        known.set(view, answer);
      }
      return answer;
    };
    for (const session of sessions.all())
      if (concerns(session.profile, session.caller)) void session.notify(`notifications/${kind}/list_changed`);
    listeners.changed(kind, concerns);
  }

  /** Forgets the changes so far, because no client has asked for a list yet. */
  forgetChanges(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed.clear();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
