/** The list of tools, read in parts as they come into view, so that ten thousand tools cost no more than a hundred. */
import type { ToolGroup, ToolListing, ToolView } from '../api/view.js';
import { get, problemOf } from './api.js';

/** Which tools are listed. */
export interface ToolFilter {
  readonly query: string;
  readonly server: string;
  readonly status: string;
  readonly hint: string;
}

const chunkSize = 200;

/** The tools of one filter. `onChange` is called whenever there is something else to show. */
export class ToolData {
  readonly #filter: ToolFilter;
  readonly #onChange: () => void;
  readonly #abort = new AbortController();
  readonly #chunks = new Map<number, readonly ToolView[]>();
  /** Chunks that are being read, or were read since the last `refresh`. */
  readonly #asked = new Set<number>();
  #round = 0;
  #wanted: readonly [number, number] = [0, 0];
  total: number | undefined;
  groups: readonly ToolGroup[] = [];
  problem = '';

  constructor(filter: ToolFilter, onChange: () => void) {
    this.#filter = filter;
    this.#onChange = onChange;
    this.need(0, 1);
  }

  /** The tool at a place of the list; undefined until it is read. */
  at(index: number): ToolView | undefined {
    return this.#chunks.get(Math.floor(index / chunkSize))?.[index % chunkSize];
  }

  /** Reads the tools from one place up to another, if they are not there. */
  need(from: number, to: number): void {
    this.#wanted = [from, to];
    for (let chunk = Math.floor(from / chunkSize); chunk * chunkSize < Math.max(to, from + 1); chunk++) {
      if (this.#asked.has(chunk)) continue;
      this.#asked.add(chunk);
      void this.#read(chunk, this.#round);
    }
  }

  /** Reads again what is in view, since it may have changed. What is shown stays until then. */
  refresh(): void {
    this.#round++;
    this.#asked.clear();
    this.need(...this.#wanted);
  }

  async #read(chunk: number, round: number): Promise<void> {
    const query = { ...this.#filter, offset: chunk * chunkSize, limit: chunkSize };
    try {
      const { total, groups, tools } = await get<ToolListing>('tools', query, this.#abort.signal);
      if (round !== this.#round) return;
      if (total !== this.total) for (const known of this.#chunks.keys()) if (!this.#asked.has(known)) this.#chunks.delete(known);
      this.total = total;
      this.groups = groups;
      this.#chunks.set(chunk, tools);
      this.problem = '';
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#asked.delete(chunk);
      this.problem = problemOf(error);
    }
    this.#onChange();
  }

  /** Ends reading. */
  close(): void {
    this.#abort.abort();
  }
}
