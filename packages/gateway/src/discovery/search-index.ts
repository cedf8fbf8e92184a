/**
 * Ranks tools by BM25 (Robertson and others, 1994; k1 1.2, b 0.75) over the indexes of several servers as if they were one. The
 * words of all of them stand in one dictionary, to which servers are added and from which they are taken one by one
 * (docs/adr/0045-searches-and-floods.md). `simple-search.ts` says the same without the speed.
 */
import type { SegmentIndex } from './segment-index.js';
import { SoleWords } from './sole-words.js';
import { words } from './words.js';

const k1 = 1.2;
const b = 0.75;
const queryLimit = 1_000;
const maxWords = 32;
/** Words that one word of a query stands for, as their beginning, in one segment. */
const maxExpansions = 64;
/** What a longer word counts that begins with a word of the query, besides how much longer it is. */
const prefixWeight = 0.4;
const shortestPrefix = 2;
/** Words that are no server's any more, of all, above which the dictionary is cleared of them. */
const maxDead = 0.25;

/** The distinct words of a query, at most 32. */
export function queryWords(query: string): string[] {
  return [...new Set(words(query, queryLimit))].slice(0, maxWords);
}

/** Segments that are searched together; their tools are numbered through. */
export interface View {
  /** Number of all tools. */
  readonly tools: number;
  /** Number of the first tool of each segment, by the segment's slot; -1 for those that are not searched. */
  readonly firsts: Int32Array;
  /** The place of the segment among those of the view, by tool. */
  readonly owners: Uint16Array;
  /** The part of BM25's denominator that depends on the length of the tool, by tool. */
  readonly norms: Float64Array;
}

interface Word {
  readonly text: string;
  /** Where it stands: slot and number of the word there, in turn. None where it is no segment's any more. */
  readonly places: number[];
}

/** The words of the view that a word of the query stands for. The arrays are reused, so that a search creates little garbage. */
class Matches {
  size = 0;
  readonly texts: string[] = [];
  /** Tools that have it, by word. */
  readonly counts: number[] = [];
  /** Behind the word's last place, by word. */
  readonly ends: number[] = [];
  /** Slot and number of the word there, in turn. */
  readonly places: number[] = [];
  /** Numbers of further words, each of which one tool alone has. */
  readonly soles: number[] = [];
  soleCount = 0;
  /** Sum of all counts. */
  total = 0;

  clear(): void {
    this.size = 0;
    this.soleCount = 0;
    this.total = 0;
  }
}

/** The inverse document frequency of a word that `count` of all tools have; of words with one beginning, that of all of them together. */
function rarity(count: number, tools: number): number {
  return Math.log(1 + (tools - count + 0.5) / (count + 0.5));
}

export class SearchIndex {
  readonly #slots: (SegmentIndex | undefined)[] = [];
  readonly #slotOf = new Map<SegmentIndex, number>();
  readonly #byText = new Map<string, Word>();
  /** All words in code-unit order, some of which may be no segment's any more. */
  #sorted: readonly Word[] = [];
  #dead = 0;
  /** Of the words in `#sorted`; made when a search first needs it after a change. */
  #soles: SoleWords | undefined;
  readonly #matches = new Matches();
  /** Of the size of the largest view so far. `#best` is all 0 between words. */
  #sums = new Float64Array(0);
  #best = new Float64Array(0);
  #touched = new Uint32Array(0);

  /** Takes `next` in, in the place of `before`. The work grows with these two and the number of words, not with the tools of others. */
  replace(before: SegmentIndex | undefined, next: SegmentIndex | undefined): void {
    if (next) this.#add(next);
    if (before) this.#remove(before);
    this.#soles = undefined;
    if (this.#dead <= this.#sorted.length * maxDead) return;
    for (const { text, places } of this.#sorted) if (places.length === 0) this.#byText.delete(text);
    this.#sorted = this.#sorted.filter(({ places }) => places.length > 0);
    this.#dead = 0;
  }

  #add(segment: SegmentIndex): void {
    const free = this.#slots.indexOf(undefined);
    const slot = free === -1 ? this.#slots.length : free;
    this.#slots[slot] = segment;
    this.#slotOf.set(segment, slot);
    const fresh: Word[] = [];
    for (const [number, text] of segment.dictionary.entries()) {
      const known = this.#byText.get(text);
      if (known?.places.length === 0) this.#dead--;
      if (known) known.places.push(slot, number);
      else {
        const word = { text, places: [slot, number] };
        this.#byText.set(text, word);
        fresh.push(word);
      }
    }
    this.#sorted = merged(this.#sorted, fresh);
  }

  #remove(segment: SegmentIndex): void {
    const slot = this.#slotOf.get(segment);
    if (slot === undefined) return;
    this.#slots[slot] = undefined;
    this.#slotOf.delete(segment);
    for (const text of segment.dictionary) {
      const { places } = this.#byText.get(text)!;
      let at = 0;
      while (places[at] !== slot) at += 2;
      places.splice(at, 2);
      if (places.length === 0) this.#dead++;
    }
  }

  /** The view of segments that were taken in. It holds until one of them is replaced. */
  view(segments: readonly SegmentIndex[]): View {
    const tools = segments.reduce((sum, { tools: own }) => sum + own.length, 0);
    const average = segments.reduce((sum, { totalLength }) => sum + totalLength, 0) / Math.max(1, tools);
    const firsts = new Int32Array(this.#slots.length).fill(-1);
    const owners = new Uint16Array(tools);
    const norms = new Float64Array(tools);
    let first = 0;
    for (const [owner, segment] of segments.entries()) {
      firsts[this.#slotOf.get(segment)!] = first;
      owners.fill(owner, first, first + segment.tools.length);
      for (const length of segment.lengths) norms[first++] = k1 * (1 - b + (b * length) / average);
    }
    return { tools, firsts, owners, norms };
  }

  /**
   * Scores all tools of a view for `query`: of each, the sum over the query's words of the best word that each stands for; 0 where
   * none is found. What is returned holds until the next call.
   */
  score(query: string, view: View): Float64Array {
    const { tools } = view;
    if (this.#sums.length < tools)
      [this.#sums, this.#best, this.#touched] = [new Float64Array(tools), new Float64Array(tools), new Uint32Array(tools)];
    const sums = this.#sums.subarray(0, tools).fill(0);
    for (const asked of queryWords(query)) {
      this.#find(asked, view);
      const { size, soleCount, total, texts, counts } = this.#matches;
      const together = rarity(Math.min(tools, total), tools);
      const prefixed = together * prefixWeight * asked.length;
      let touched = 0;
      for (let match = 0; match < size; match++) {
        const text = texts[match]!;
        const weight = text === asked ? rarity(counts[match]!, tools) : prefixed / text.length;
        if (size === 1 && soleCount === 0) this.#addTo(sums, weight, view);
        else touched = this.#raise(match, weight, view, touched);
      }
      if (soleCount > 0) touched = this.#raiseSoles(prefixed, view, touched);
      for (let at = 0; at < touched; at++) {
        const tool = this.#touched[at]!;
        sums[tool]! += this.#best[tool]!;
        this.#best[tool] = 0;
      }
    }
    return sums;
  }

  /** Fills `#matches` with the words of the view that a query's word stands for. */
  #find(asked: string, view: View): void {
    this.#matches.clear();
    if (asked.length < shortestPrefix) {
      const word = this.#byText.get(asked);
      if (word) this.#match(word, view, undefined);
      return;
    }
    const first = firstWhere(this.#sorted, 0, ({ text }) => text >= asked);
    const end = firstWhere(this.#sorted, first, ({ text }) => !text.startsWith(asked));
    const seen = end - first > maxExpansions ? new Uint32Array(this.#slots.length) : undefined;
    if (first < end) this.#match(this.#sorted[first]!, view, seen);
    this.#findSoles(first + 1, end, view, seen);
  }

  /** Goes on with words that are longer than the query's. */
  #findSoles(from: number, end: number, view: View, seen: Uint32Array | undefined): void {
    this.#soles ??= new SoleWords(this.#sorted, this.#slots);
    const { slots } = this.#soles;
    const { firsts } = view;
    const matches = this.#matches;
    const { soles } = matches;
    let count = 0;
    for (let at = from; at < end; at++) {
      const slot = slots[at]!;
      if (slot === -1) this.#match(this.#sorted[at]!, view, seen);
      else if (firsts[slot] !== -1 && (seen === undefined || ++seen[slot]! <= maxExpansions)) soles[count++] = at;
    }
    matches.soleCount = count;
    matches.total += count;
  }

  /** Notes a word's places in the view; where `seen` counts the words of each slot, only in slots that have few before it. */
  #match({ text, places: everywhere }: Word, { firsts }: View, seen: Uint32Array | undefined): void {
    const { places, ends, counts, texts, size } = this.#matches;
    let end = size === 0 ? 0 : ends[size - 1]!;
    let count = 0;
    for (let at = 0; at < everywhere.length; at += 2) {
      const slot = everywhere[at]!;
      if (firsts[slot] === -1 || (seen !== undefined && ++seen[slot]! > maxExpansions)) continue;
      const word = everywhere[at + 1]!;
      const { starts } = this.#slots[slot]!;
      places[end++] = slot;
      places[end++] = word;
      count += starts[word + 1]! - starts[word]!;
    }
    if (count === 0) return;
    texts[size] = text;
    counts[size] = count;
    ends[size] = end;
    this.#matches.total += count;
    this.#matches.size++;
  }

  /** Adds what the only match counts to the sums. */
  #addTo(sums: Float64Array, wordWeight: number, { firsts, norms }: View): void {
    const { places, ends } = this.#matches;
    for (let place = 0; place < ends[0]!; place += 2) {
      const { starts, postedTools, postedWeights } = this.#slots[places[place]!]!;
      const first = firsts[places[place]!]!;
      const end = starts[places[place + 1]! + 1]!;
      for (let at = starts[places[place + 1]!]!; at < end; at++) {
        const tool = first + postedTools[at]!;
        const weight = postedWeights[at]!;
        sums[tool]! += (wordWeight * weight * (k1 + 1)) / (weight + norms[tool]!);
      }
    }
  }

  /** Raises what was best so far to what a match counts; gives how many tools have a best by now. */
  #raise(match: number, wordWeight: number, { firsts, norms }: View, before: number): number {
    const { places, ends } = this.#matches;
    const [best, touched] = [this.#best, this.#touched];
    let count = before;
    for (let place = match === 0 ? 0 : ends[match - 1]!; place < ends[match]!; place += 2) {
      const { starts, postedTools, postedWeights } = this.#slots[places[place]!]!;
      const first = firsts[places[place]!]!;
      const end = starts[places[place + 1]! + 1]!;
      for (let at = starts[places[place + 1]!]!; at < end; at++) {
        const tool = first + postedTools[at]!;
        const weight = postedWeights[at]!;
        const value = (wordWeight * weight * (k1 + 1)) / (weight + norms[tool]!);
        if (value <= best[tool]!) continue;
        if (best[tool] === 0) touched[count++] = tool;
        best[tool] = value;
      }
    }
    return count;
  }

  /** As `#raise`, for all words that one tool alone has; `prefixed` is what such a word counts times its length. */
  #raiseSoles(prefixed: number, { firsts, norms }: View, before: number): number {
    const { soles, soleCount } = this.#matches;
    const { slots, tools, weights, lengths } = this.#soles!;
    const [best, touched] = [this.#best, this.#touched];
    let count = before;
    for (let sole = 0; sole < soleCount; sole++) {
      const at = soles[sole]!;
      const tool = firsts[slots[at]!]! + tools[at]!;
      const weight = weights[at]!;
      const value = ((prefixed / lengths[at]!) * weight * (k1 + 1)) / (weight + norms[tool]!);
      if (value <= best[tool]!) continue;
      if (best[tool] === 0) touched[count++] = tool;
      best[tool] = value;
    }
    return count;
  }
}

/** The place of the first word from `from` on for which `holds`, which then holds for all words behind it. */
function firstWhere(sorted: readonly Word[], from: number, holds: (word: Word) => boolean): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One list in order of two lists in order that have no word in common. */
function merged(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  if (other.length === 0) return one;
  const all: Word[] = [];
  let at = 0;
  for (const word of other) {
    while (at < one.length && one[at]!.text < word.text) all.push(one[at++]!);
    all.push(word);
  }
  while (at < one.length) all.push(one[at++]!);
  return all;
}
