/** What happened to the connections of servers since the gateway started, as much as the page shows. */
import type { PageServer } from './deps.js';
import { type Health, healthOf, reasonOf } from './view.js';

/** A state that a server entered; `time` in milliseconds since 1970. */
export interface ServerChange {
  readonly time: number;
  readonly health: Health;
  readonly reason: string;
}

/** Changes of one server that are kept. */
const maxChanges = 200;

/** Notes every change of the state of a server. Repeated failures are one state; a server that is gone is forgotten. */
export class ServerHistory {
  readonly #changes = new Map<string, ServerChange[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Looks at all servers. */
  note(servers: readonly PageServer[]): void {
    const names = new Set(servers.map(({ name }) => name));
    for (const name of this.#changes.keys()) if (!names.has(name)) this.#changes.delete(name);
    for (const server of servers) this.#noteServer(server);
  }

  #noteServer(server: PageServer): void {
    const health = healthOf(server);
    const changes = this.#changes.get(server.name) ?? [];
    const last = changes.at(-1);
    // An attempt in between belongs to the time in which the server is away.
    if (last?.health === health || (health === 'starting' && last !== undefined && last.health !== 'off')) return;
    this.#changes.set(server.name, changes);
    const since = last === undefined ? server.connection.since : this.#now();
    changes.push({ time: since, health, reason: reasonOf(server, health) });
    if (changes.length > maxChanges) changes.shift();
  }

  /** The changes of a server, oldest first. */
  of(server: string): readonly ServerChange[] {
    return this.#changes.get(server) ?? [];
  }
}
