/** The names of the tools of the catalogue, and what they stand for. Plain names say it themselves; mapped names need a table. */
import { identityOf, longestPortableName, type NamedTool, Names, NameTable, type Naming, type ToolAddress } from '@mcpgw/names';
import type { SourceTool } from '@mcpgw/upstreams';

/** A server with its tools. */
interface ServerTools {
  readonly server: { readonly name: string };
  readonly tools: readonly SourceTool[];
}

/** The names of one server's tools, with no regard to other servers. */
interface OwnNames {
  readonly tools: readonly SourceTool[];
  readonly naming: Names;
  readonly names: readonly (string | undefined)[];
  /** The names, with the identity for tools that have none. */
  readonly shown: readonly string[];
  readonly mapped: readonly NamedTool[];
}

/** How tools are named where nothing else is said. */
const identities: Naming = { prefix: true, separator: ':', portable: false, maxLength: longestPortableName };

export class ClientNames {
  readonly #own = new Map<string, OwnNames>();
  #entries: ReadonlyMap<string, ServerTools> = new Map();
  #naming = new Names([], identities);
  #table: NameTable | undefined;
  readonly #withoutShared = new Map<OwnNames, OwnNames>();

  /** Takes over the servers and how their tools are named; `server:tool` without `naming`. Names of unchanged servers are kept. */
  follow(entries: ReadonlyMap<string, ServerTools>, naming = new Names([...entries.keys()], identities)): void {
    this.#entries = entries;
    this.#naming = naming;
    this.#table = undefined;
    this.#withoutShared.clear();
    for (const name of this.#own.keys()) if (!entries.has(name)) this.#own.delete(name);
  }

  #of({ server, tools }: ServerTools): OwnNames {
    const naming = this.#naming;
    const known = this.#own.get(server.name);
    if (known?.tools === tools && known.naming === naming) return known;
    const addresses = tools.map(({ name }): ToolAddress => ({ server: server.name, tool: name }));
    const names = addresses.map(({ tool }) => naming.of(server.name, tool));
    const own: OwnNames = {
      tools,
      naming,
      names,
      shown: names.map((name, at) => name ?? identityOf(addresses[at]!)),
      mapped: names.flatMap((name, at) => (name !== undefined && naming.isMapped(name) ? [{ ...addresses[at]!, name }] : [])),
    };
    this.#own.set(server.name, own);
    return own;
  }

  #mapped(): NameTable {
    this.#table ??= new NameTable([...this.#entries.values()].flatMap(entry => this.#of(entry).mapped));
    return this.#table;
  }

  /** The names of a server's tools without those that other tools have too. */
  #distinct(entry: ServerTools): OwnNames {
    const own = this.#of(entry);
    const { shared } = this.#mapped();
    if (shared.size === 0) return own;
    const known = this.#withoutShared.get(own);
    if (known !== undefined) return known;
    const server = entry.server.name;
    const distinct: OwnNames = {
      ...own,
      names: own.names.map(name => (name === undefined || shared.has(name) ? undefined : name)),
      shown: own.shown.map((name, at) => (shared.has(name) ? identityOf({ server, tool: own.tools[at]!.name }) : name)),
      mapped: own.mapped.filter(({ name }) => !shared.has(name)),
    };
    this.#withoutShared.set(own, distinct);
    return distinct;
  }

  /** The name of each tool of a server; undefined where it stands for another tool. */
  of(entry: ServerTools): readonly (string | undefined)[] {
    return this.#distinct(entry).names;
  }

  /** The name of each tool of a server. One that has none gets its identity, which is understood and never listed. */
  shown(entry: ServerTools): readonly string[] {
    return this.#distinct(entry).shown;
  }

  /** The tools of a server whose names were mapped or shortened. */
  mapped(entry: ServerTools): readonly NamedTool[] {
    return this.#distinct(entry).mapped;
  }

  /**
   * The tool that a name stands for, whether or not it exists. A mapped name of a server that has not listed any tools yet leads to that
   * server, whose state is then the answer.
   */
  addressOf(name: string): ToolAddress | undefined {
    if (!this.#naming.isMapped(name)) return this.#naming.parse(name);
    const table = this.#mapped();
    if (table.has(name)) return table.get(name);
    const [server, ...others] = this.#naming.serversOf(name).filter(candidate => this.#entries.get(candidate)?.tools.length === 0);
    return server !== undefined && others.length === 0 ? { server, tool: name } : undefined;
  }
}
