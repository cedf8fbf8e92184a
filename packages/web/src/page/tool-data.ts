/** The list of tools, read in parts as they come into view, so that ten thousand tools cost no more than a hundred. */
import type { ToolGroup, ToolListing, ToolView } from '../api/view.js';
import { get } from './api.js';
import { Loader } from './loader.js';

/** Which tools are listed. */
export interface ToolFilter {
  readonly query: string;
  readonly server: string;
  readonly status: string;
  readonly hint: string;
}

const chunkSize = 200;

/** The part of a list that was read. */
export interface ReadTools {
  readonly total: number;
  /** Whether the tools have some words of the query, because none has all. */
  readonly isPartial: boolean;
  readonly groups: readonly ToolGroup[];
  readonly chunks: ReadonlyMap<number, readonly ToolView[]>;
}

/** The tools of one filter. */
export class ToolData {
  readonly #filter: ToolFilter;
  /** Chunks that were asked for since the list last changed. */
  readonly #asked = new Set<number>();
  #wanted: readonly [number, number] = [0, 1];
  /** Reads the chunks that are wanted, one after the other. What is shown stays until then. */
  readonly loader = new Loader<ReadTools>(
    signal => this.#next(signal),
    () => this.#asked.clear(),
  );

  constructor(filter: ToolFilter) {
    this.#filter = filter;
  }

  /** What was read so far. */
  get list(): ReadTools | undefined {
    return this.loader.snapshot().data;
  }

  /** The tool at a place of the list; undefined until it is read. */
  at(index: number): ToolView | undefined {
    return this.list?.chunks.get(Math.floor(index / chunkSize))?.[index % chunkSize];
  }

  /** Reads the tools from one place up to another, if they are not there. */
  need(from: number, to: number): void {
    this.#wanted = [from, to];
    if (this.#missing() !== undefined) this.loader.proceed();
  }

  #missing(): number | undefined {
    const [from, to] = this.#wanted;
    for (let chunk = Math.floor(from / chunkSize); chunk * chunkSize < Math.max(to, from + 1); chunk++)
      if (!this.#asked.has(chunk)) return chunk;
    return undefined;
  }

  async #next(signal: AbortSignal): Promise<ReadTools> {
    const chunk = this.#missing();
    if (chunk === undefined && this.list) return this.list;
    return this.#read(chunk ?? 0, signal);
  }

  async #read(chunk: number, signal: AbortSignal): Promise<ReadTools> {
    this.#asked.add(chunk);
    try {
      const { total, isPartial, groups, tools } = await get<ToolListing>(
        'tools',
        { ...this.#filter, offset: chunk * chunkSize, limit: chunkSize },
        signal,
      );
      const known = [...(this.list?.chunks ?? [])];
      // Of a list that became longer or shorter, what was read before it did is in other places now.
      const kept = total === this.list?.total ? known : known.filter(([other]) => this.#asked.has(other));
      if (this.#missing() !== undefined) this.loader.proceed();
      return { total, isPartial, groups, chunks: new Map([...kept, [chunk, tools]]) };
    } catch (error) {
      this.#asked.delete(chunk);
      throw error;
    }
  }
}
