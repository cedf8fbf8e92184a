/** Tools by the names that clients use: `server:tool`, another separator, or bare for a single server. */
export interface Naming {
  /** Without a prefix a tool has its bare name; then there is one server only. */
  readonly prefix: boolean;
  readonly separator: string;
}

/** A tool on a server, both by their own names. */
export interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}

/** The name that clients use. */
export function publicName({ server, tool }: ToolAddress, { prefix, separator }: Naming): string {
  return prefix ? `${server}${separator}${tool}` : tool;
}

/**
 * Where a name leads among `servers`, whether or not there is such a tool. `server:tool` is understood with every naming; where a
 * separator is part of a server's name, the longest name of a server wins.
 */
export function addressOf(name: string, servers: readonly string[], { prefix, separator }: Naming): ToolAddress | undefined {
  const separators = separator === ':' ? [separator] : [separator, ':'];
  let found: ToolAddress | undefined;
  for (const server of servers) {
    for (const mark of separators) {
      const start = server.length + mark.length;
      if (
        name.length > start &&
        name.startsWith(mark, server.length) &&
        name.startsWith(server) &&
        server.length > (found?.server.length ?? -1)
      )
        found = { server, tool: name.slice(start) };
    }
  }
  const [only] = servers;
  return found ?? (!prefix && only !== undefined ? { server: only, tool: name } : undefined);
}

/** The names of tools for one configuration: from tools to names, and back. */
export class Names {
  readonly servers: readonly string[];
  readonly naming: Naming;
  readonly #reserved: ReadonlySet<string>;

  /** `reserved`: names that no tool of a server can have, since they are those of the gateway's own tools. */
  constructor(servers: readonly string[], naming: Naming, reserved: ReadonlySet<string> = new Set()) {
    this.servers = servers;
    this.naming = naming;
    this.#reserved = reserved;
  }

  /** Where a name leads, whether or not there is such a tool. */
  addressOf(name: string): ToolAddress | undefined {
    return this.#reserved.has(name) ? undefined : addressOf(name, this.servers, this.naming);
  }

  /** The name of a tool; undefined where that name leads to another one, whose place nobody may take. */
  readonly of = (server: string, tool: string): string | undefined => {
    const name = publicName({ server, tool }, this.naming);
    const address = this.addressOf(name);
    return address?.server === server && address.tool === tool ? name : undefined;
  };
}
