/** The names of tools that clients use: `server:tool`, with another separator, or without a server where there is only one. */
import type { ToolAddress } from '../discovery/builtin.js';

export interface Naming {
  /** Without a prefix, tools have their own names, and there is only one server. */
  readonly prefix: boolean;
  readonly separator: string;
}

/** The name that clients use. */
export function publicName({ server, tool }: ToolAddress, { prefix, separator }: Naming): string {
  return prefix ? `${server}${separator}${tool}` : tool;
}

/**
 * The tool of `servers` that a name stands for, whether or not it exists. `server:tool` works with every naming. Where a separator is
 * part of the name of a server, the longest name of a server wins.
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

/** Maps tools to names and back, for one configuration. */
export class Names {
  readonly servers: readonly string[];
  readonly naming: Naming;
  readonly #reserved: ReadonlySet<string>;

  /** `reserved` are the names of the gateway's own tools, which no tool of a server can have. */
  constructor(servers: readonly string[], naming: Naming, reserved: ReadonlySet<string> = new Set()) {
    this.servers = servers;
    this.naming = naming;
    this.#reserved = reserved;
  }

  /** The tool that a name stands for, whether or not it exists. */
  addressOf(name: string): ToolAddress | undefined {
    return this.#reserved.has(name) ? undefined : addressOf(name, this.servers, this.naming);
  }

  /** The name of a tool; `undefined` where that name already stands for another tool. */
  readonly of = (server: string, tool: string): string | undefined => {
    const name = publicName({ server, tool }, this.naming);
    const address = this.addressOf(name);
    return address?.server === server && address.tool === tool ? name : undefined;
  };
}
