/** Tells clients that a list is another one: once for a storm of changes, and only those whose list it is. */
import type { Listeners, ListKind } from './listeners.js';
import type { Sessions } from './sessions.js';

export interface ChangeTellerDeps {
  readonly sessions: Pick<Sessions, 'all'>;
  readonly listeners: Pick<Listeners, 'changed'>;
  /** Whether clients of a profile were listed other tools than they would be now. */
  readonly isAnother: (profile: string | undefined) => boolean;
  readonly sees: (profile: string | undefined, server: string) => boolean;
}

const tellAfterMs = 50;
const lists: readonly ListKind[] = ['tools', 'prompts', 'resources'];

export class ChangeTeller {
  readonly #deps: ChangeTellerDeps;
  /** The servers that a kind of list changed at; undefined stands for any of them. */
  #changed = new Map<ListKind, Set<string | undefined>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ChangeTellerDeps) {
    this.#deps = deps;
  }

  changed(kind: ListKind, server?: string): void {
    const servers = this.#changed.get(kind) ?? new Set();
    this.#changed.set(kind, servers.add(server));
    this.#timer ??= setTimeout(() => this.#tell(), tellAfterMs).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const changed = this.#changed;
    // What changes while this is told is told next.
    this.#changed = new Map();
    for (const kind of lists) {
      const servers = changed.get(kind);
      if (servers) this.#tellKind(kind, servers);
    }
  }

  #tellKind(kind: ListKind, servers: ReadonlySet<string | undefined>): void {
    const known = new Map<string | undefined, boolean>();
    const concerns = (profile: string | undefined): boolean => {
      let answer = known.get(profile);
      if (answer === undefined) {
        const sees = [...servers].some(server => server === undefined || this.#deps.sees(profile, server));
        answer = sees && (kind !== 'tools' || this.#deps.isAnother(profile));
        known.set(profile, answer);
      }
      return answer;
    };
    for (const session of this.#deps.sessions.all())
      if (concerns(session.profile)) void session.notify(`notifications/${kind}/list_changed`);
    this.#deps.listeners.changed(kind, concerns);
  }

  /** What changed so far need not be told: nobody was listed anything else. */
  nothingNew(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed.clear();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
