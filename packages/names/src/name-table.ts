import type { ToolAddress } from './names.js';

/** A tool with the name that clients use. */
export interface NamedTool extends ToolAddress {
  readonly name: string;
}

/** What names stand for. A name that several tools would have stands for none of them, so that no tool is called in place of another. */
export class NameTable {
  readonly #tools = new Map<string, ToolAddress | undefined>();
  /** The names that several tools would have. */
  readonly shared: ReadonlySet<string>;

  constructor(tools: Iterable<NamedTool>) {
    const shared = new Set<string>();
    for (const { name, server, tool } of tools) {
      if (this.#tools.has(name)) shared.add(name);
      this.#tools.set(name, { server, tool });
    }
    for (const name of shared) this.#tools.set(name, undefined);
    this.shared = shared;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** The tool of a name; undefined if there is none, or several. */
  get(name: string): ToolAddress | undefined {
    return this.#tools.get(name);
  }
}
