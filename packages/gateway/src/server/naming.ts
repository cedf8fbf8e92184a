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
