/** The tools that one server listed last. A tool that did not change stays the same object. */
import type { Deadline } from '@mcpgw/loader/internal';
import type { SourceTool } from '../tools/source.js';
import { listUsableTools } from './listing.js';
import type { LiveConnection } from './live-connection.js';
import { Slices } from './slices.js';
import type { OmittedTool } from './types.js';

/** Whether two JSON values are the same, also in the order of the members of objects. Neither is nested deeply: `measure` saw to that. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key, at) => key === others[at] && sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

export class ToolList {
  readonly #prepare: (tool: SourceTool) => void;
  #tools: readonly SourceTool[] = [];
  #omitted: readonly OmittedTool[] = [];
  #byName: ReadonlyMap<string, SourceTool> = new Map();
  #lastBegun = 0;
  #lastShown = 0;

  /** `prepare` computes what is needed to show a tool. */
  constructor(prepare: (tool: SourceTool) => void) {
    this.#prepare = prepare;
  }

  get tools(): readonly SourceTool[] {
    return this.#tools;
  }

  get omitted(): readonly OmittedTool[] {
    return this.#omitted;
  }

  find(name: string): SourceTool | undefined {
    return this.#byName.get(name);
  }

  /**
   * Reads the list in slices; gives whether it is another than before, and the milliseconds that this took here. Of two readings at
   * once, the one that began first does not count where it ends last.
   * @throws what listing throws; then nothing has changed
   */
  async read(live: LiveConnection, deadline: Deadline): Promise<{ readonly isAnother: boolean; readonly milliseconds: number }> {
    const turn = ++this.#lastBegun;
    const slices = new Slices();
    const listed = await listUsableTools(live, deadline, slices);
    const byName = new Map<string, SourceTool>();
    await slices.each(listed.tools, tool => {
      const before = this.#byName.get(tool.name);
      const kept = before !== undefined && sameJson(before, tool) ? before : tool;
      if (kept !== before) this.#prepare(kept);
      byName.set(tool.name, kept);
    });
    slices.pause();
    const { milliseconds } = slices;
    if (turn < this.#lastShown) return { isAnother: false, milliseconds };
    this.#lastShown = turn;
    const tools = [...byName.values()];
    const isSame =
      tools.length === this.#tools.length && tools.every((tool, at) => tool === this.#tools[at]) && sameJson(listed.omitted, this.#omitted);
    if (isSame) return { isAnother: false, milliseconds };
    this.#tools = tools;
    this.#omitted = listed.omitted;
    this.#byName = byName;
    return { isAnother: true, milliseconds };
  }
}
