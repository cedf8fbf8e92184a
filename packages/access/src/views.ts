/** What each caller sees of the servers and their tools, by the profiles that allow it. */
import type { ServeProfile } from '@mcpgw/mcp-config';
import { holdsOne, missingScopes } from './bindings.js';
import type { Caller } from './caller.js';

/** The servers and tools that a caller sees. Without a view, it sees all. */
export interface CallerView {
  /** The same text for callers who see the same, in one configuration. */
  readonly key: string;
  /** Whether a server is seen. */
  has(server: string): boolean;
  /** Whether a tool of a server is seen. */
  hasTool(server: string, tool: string): boolean;
  /** Whether all of a server is seen: its tools, prompts and resources. A profile that selects tools of a server shows nothing else of it. */
  isWhole(server: string): boolean;
}

/** Whether a name matches a pattern in which `*` stands for any text. Takes time linear in both for each `*`. */
function matchesPattern(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length === 1) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

/** The patterns of a server's tools; undefined where all of the server is seen. */
type Selection = readonly string[] | undefined;

class Selected implements CallerView {
  readonly key: string;
  readonly #servers: ReadonlyMap<string, Selection>;

  constructor(key: string, profiles: readonly ServeProfile[]) {
    this.key = key;
    const servers = new Map<string, Selection>();
    for (const profile of profiles) {
      for (const server of profile.servers) {
        const own = selectionOf(profile, server);
        const before = servers.get(server);
        const isWhole = own === undefined || (servers.has(server) && before === undefined);
        servers.set(server, isWhole ? undefined : [...(before ?? []), ...own]);
      }
    }
    this.#servers = servers;
  }

  has(server: string): boolean {
    return this.#servers.has(server);
  }

  hasTool(server: string, tool: string): boolean {
    if (!this.#servers.has(server)) return false;
    return this.#servers.get(server)?.some(pattern => matchesPattern(pattern, tool)) ?? true;
  }

  isWhole(server: string): boolean {
    return this.#servers.has(server) && this.#servers.get(server) === undefined;
  }
}

function selectionOf({ tools }: ServeProfile, server: string): Selection {
  return tools !== undefined && Object.hasOwn(tools, server) ? tools[server] : undefined;
}

/** Views that are kept. Each set of profiles that allow a caller has one. */
const maxKept = 1000;

/** Admins who showed who they are see everything, and so does whoever started the gateway. */
const seesAll = (caller: Caller | undefined): boolean =>
  caller !== undefined && (caller.kind === 'local' || (caller.isAdmin && caller.kind !== 'anonymous'));

export class Views {
  /** By name. Of two with one name, the last. */
  readonly #profiles: ReadonlyMap<string, ServeProfile>;
  /** Whether any profile is bound to callers. Then nobody sees what no profile allows. */
  readonly areBound: boolean;
  readonly #kept = new Map<string, CallerView>();

  constructor(profiles: readonly ServeProfile[]) {
    this.#profiles = new Map(profiles.map(profile => [profile.name, profile]));
    this.areBound = profiles.some(({ allow }) => allow !== undefined);
  }

  /** Whether there is such a profile. */
  has(profile: string): boolean {
    return this.#profiles.has(profile);
  }

  #allows({ allow }: ServeProfile, caller: Caller | undefined): boolean {
    if (!this.areBound || seesAll(caller)) return true;
    return allow !== undefined && caller !== undefined && holdsOne(allow, caller);
  }

  #named(profile: string | undefined): readonly ServeProfile[] {
    return [...this.#profiles.values()].filter(({ name }) => profile === undefined || name === profile);
  }

  /** What a caller sees at the endpoint of a profile, or of all servers; undefined if that is everything. */
  of(profile: string | undefined, caller: Caller | undefined): CallerView | undefined {
    if (profile === undefined && (!this.areBound || seesAll(caller))) return undefined;
    const profiles = this.#named(profile).filter(each => this.#allows(each, caller));
    const key = JSON.stringify(profiles.map(({ name }) => name));
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    if (this.#kept.size >= maxKept) this.#kept.clear();
    const view = new Selected(key, profiles);
    this.#kept.set(key, view);
    return view;
  }

  /** Whether a caller may use an endpoint: a profile has to allow it, or at `/mcp` any of them. */
  admits(profile: string | undefined, caller: Caller): boolean {
    if (!this.areBound || seesAll(caller)) return true;
    return this.#named(profile).some(each => this.#allows(each, caller));
  }

  /** The scopes that would let a refused caller use an endpoint; undefined if scopes are not what is missing. */
  missingScopes(profile: string | undefined, caller: Caller): readonly string[] | undefined {
    return missingScopes(
      this.#named(profile).flatMap(({ allow = [] }) => allow),
      caller,
    );
  }
}
