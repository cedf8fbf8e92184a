/** The names of tools and prompts that clients use, and what they stand for (docs/adr/0072-portable-names.md). */
import { hasDigest, isPortable, portableName, portableText } from './portable.js';

/** How tools are named. */
export interface Naming {
  /** Whether the name of the server comes first. Without it, tools have their own names, and there is only one server. */
  readonly prefix: boolean;
  /** What stands between the names of server and tool. */
  readonly separator: string;
  /** Whether names that some clients refuse are replaced by names that all accept. */
  readonly portable: boolean;
  /** Characters of the longest portable name. */
  readonly maxLength: number;
}

/** A tool, or a prompt, of a server. */
export interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}

/** The name of a tool in approvals, records and commands, whatever clients call it. It is accepted wherever a tool is named. */
export function identityOf({ server, tool }: ToolAddress): string {
  return `${server}:${tool}`;
}

/** Names tools for one configuration. The name of a tool does not depend on any other tool. */
export class Names {
  readonly servers: readonly string[];
  readonly naming: Naming;
  readonly #reserved: ReadonlySet<string>;
  readonly #separators: readonly string[];

  /** `reserved` are names that no tool of a server can have, such as those of the gateway's own tools. */
  constructor(servers: readonly string[], naming: Naming, reserved: ReadonlySet<string> = new Set()) {
    this.servers = servers;
    this.naming = naming;
    this.#reserved = reserved;
    const { separator, prefix, portable } = naming;
    this.#separators = separator === ':' || (!prefix && portable) ? [':'] : [separator, ':'];
  }

  /** The name of a tool as it is written without any mapping. */
  #plain({ server, tool }: ToolAddress): string {
    const { prefix, separator } = this.naming;
    return prefix ? `${server}${separator}${tool}` : tool;
  }

  /**
   * The name that clients use. Without portable names it is undefined if the name stands for another tool. Two portable names are equal
   * only if their digests are, which whoever lists names has to check.
   */
  readonly of = (server: string, tool: string): string | undefined => {
    const { portable, maxLength, prefix, separator } = this.naming;
    const plain = this.#plain({ server, tool });
    const isUsable = !portable || (isPortable(plain, maxLength) && !hasDigest(plain));
    const address = isUsable ? this.parse(plain) : undefined;
    if (address?.server === server && address.tool === tool) return plain;
    if (!portable) return undefined;
    const base = prefix ? `${portableText(server)}${separator}${portableText(tool)}` : tool;
    return portableName(base, { identity: identityOf({ server, tool }), maxLength });
  };

  /** Whether a name can only be resolved with the names of all tools: it ends in a digest, which cannot be reversed. */
  isMapped(name: string): boolean {
    return this.naming.portable && hasDigest(name) && !name.includes(':');
  }

  /**
   * The tool that a name stands for, whether or not it exists: `server:tool`, or a name that is not mapped. Where the separator is part of
   * the name of a server, the longest name of a server wins.
   */
  parse(name: string): ToolAddress | undefined {
    if (this.#reserved.has(name)) return undefined;
    let found: ToolAddress | undefined;
    for (const server of this.servers) {
      for (const mark of this.#separators) {
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
    const [only] = this.servers;
    return found ?? (!this.naming.prefix && only !== undefined && name !== '' ? { server: only, tool: name } : undefined);
  }

  /** The servers that a name may belong to, with the names of all tools unknown. */
  serversOf(name: string): readonly string[] {
    const { prefix, separator, portable, maxLength } = this.naming;
    const parsed = this.isMapped(name) ? undefined : this.parse(name);
    if (parsed !== undefined) return [parsed.server];
    if (!prefix) return this.servers;
    if (!portable) return [];
    const begins = (server: string) => {
      const text = portableText(server);
      const first = /^[A-Za-z_]/.test(text) ? text : `_${text}`;
      return name.startsWith(`${first}${separator}`.slice(0, maxLength - 7));
    };
    return this.servers.filter(begins);
  }
}
