/** Searches the tools of servers: keeps the index of each server up to date, and ranks what a query finds. */
import type { SourceTool } from '@mcpgw/upstreams';
import { bestFirst, bestScored } from './best-first.js';
import { SearchIndex, type View } from './search-index.js';
import { SegmentIndex } from './segment-index.js';

/** A server with its tools; another list where anything of them is another. */
interface Searched {
  readonly server: { readonly name: string };
  readonly tools: readonly SourceTool[];
}

/** A tool by its server and its place in the list, with its score. */
export interface SearchHit<E> {
  readonly entry: E;
  readonly at: number;
  readonly score: number;
}

/** Views that are kept: one for each selection of servers that is searched. */
const maxViews = 64;

export class ToolSearch<E extends Searched> {
  readonly #index = new SearchIndex();
  /** What is in the index, by server. */
  readonly #segments = new Map<string, SegmentIndex>();
  readonly #views: { readonly segments: readonly SegmentIndex[]; readonly view: View }[] = [];
  #entries: ReadonlyMap<string, E> = new Map();

  /** Replaces the servers. */
  follow(entries: ReadonlyMap<string, E>): void {
    if (this.#entries === entries) return;
    this.#entries = entries;
    for (const [name, segment] of this.#segments) {
      if (entries.has(name)) continue;
      this.#segments.delete(name);
      this.#index.replace(segment, undefined);
      this.#views.length = 0;
    }
  }

  #isIndexed({ server, tools }: E): boolean {
    return this.#segments.get(server.name)?.tools === tools;
  }

  #segment({ server, tools }: E): SegmentIndex {
    const before = this.#segments.get(server.name);
    if (before?.tools === tools) return before;
    const segment = new SegmentIndex(server.name, tools, before);
    this.#index.replace(before, segment);
    this.#segments.set(server.name, segment);
    this.#views.length = 0;
    return segment;
  }

  /** Indexes one server whose list is another than its index, so that no search has to index them all; false where there is none. */
  indexNext(): boolean {
    for (const entry of this.#entries.values()) {
      if (this.#isIndexed(entry)) continue;
      this.#segment(entry);
      return true;
    }
    return false;
  }

  #view(entries: readonly E[]): View {
    const segments = entries.map(entry => this.#segment(entry));
    const isSame = (other: readonly SegmentIndex[]) =>
      other.length === segments.length && other.every((segment, at) => segment === segments[at]);
    const known = this.#views.find(({ segments: other }) => isSame(other));
    if (known) return known.view;
    if (this.#views.length >= maxViews) this.#views.length = 0;
    const view = this.#index.view(segments);
    this.#views.push({ segments, view });
    return view;
  }

  /**
   * The tools of `entries` that `query` finds, by score and then by name, of which the first `ranked` are ranked at once. Ends with the
   * turn of the event loop that it began in.
   */
  *hits(
    query: string,
    entries: readonly E[],
    namesOf: (entry: E) => readonly string[],
    ranked: number,
  ): Generator<SearchHit<E>, void, undefined> {
    const view = this.#view(entries);
    const { owners } = view;
    const scores = this.#index.score(query, view, ranked);
    const names = entries.map(namesOf);
    const firsts = firstNumbers(entries);
    const isNamedBefore = (a: number, b: number) => {
      const [one, other] = [owners[a]!, owners[b]!];
      return names[one]![a - firsts[one]!]! < names[other]![b - firsts[other]!]!;
    };
    const hit = (number: number): SearchHit<E> => {
      const owner = owners[number]!;
      return { entry: entries[owner]!, at: number - firsts[owner]!, score: scores[number]! };
    };
    const first = bestScored(scores, ranked, isNamedBefore);
    for (const number of first) yield hit(number);
    if (first.length < ranked) return;
    // Into the same array.
    this.#index.score(query, view, view.tools);
    const before = (a: number, b: number) => (scores[a] === scores[b] ? isNamedBefore(a, b) : scores[a]! > scores[b]!);
    for (const number of bestFirst(positive(scores, new Set(first)), before)) yield hit(number);
  }
}

/** The number of the first tool of each server. */
function firstNumbers(entries: readonly Searched[]): readonly number[] {
  let first = 0;
  return entries.map(({ tools }) => {
    first += tools.length;
    return first - tools.length;
  });
}

/** The numbers of the scores above 0, but for `known`. */
function positive(scores: Float64Array, known: ReadonlySet<number>): Uint32Array {
  const numbers = new Uint32Array(scores.length);
  let count = 0;
  for (let number = 0; number < scores.length; number++) if (scores[number]! > 0 && !known.has(number)) numbers[count++] = number;
  return numbers.subarray(0, count);
}
