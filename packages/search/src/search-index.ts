/**
 * Ranks tools by BM25 (Robertson and others, 1994; k1 1.2, b 0.75) over the indexes of several servers as if they were one. The
 * words of all of them stand in one dictionary, to which servers are added and from which they are taken one by one
 * (docs/adr/0045-searches-and-floods.md). Of a word of the query, its synonyms count too (docs/adr/0073-cost-of-a-call.md).
 * `simple-search.ts` says the same without the speed.
 */
import { bestScored } from './best-first.js';
import { type Column, Columns } from './columns.js';
import type { SegmentIndex } from './segment-index.js';
import { SoleWords } from './sole-words.js';
import { isEmptyWord, synonymsOf } from './synonyms.js';
import { compounds, words } from './words.js';

const k1 = 1.2;
const b = 0.75;
const queryLimit = 1_000;
const maxWords = 32;
/** Words that one word of a query stands for, as their beginning, in one segment. */
const maxExpansions = 64;
/** What a longer word counts that begins with a word of the query, besides how much longer it is. */
const prefixWeight = 0.4;
const shortestPrefix = 2;
/** What a synonym of a word of the query counts. */
export const synonymWeight = 0.7;
/** Words that are no server's any more, of all, above which the dictionary is cleared of them. */
const maxDead = 0.25;
/** Of all tools: a word of a query that stands for words of more is common. It is added last, and only where it can make a difference. */
export const commonShare = 0.125;
/** More than the relative error of a sum. */
const rounding = 1e-9;

/**
 * The words of a query that are searched for, at most 32: without those that say nothing about a tool if others are left, and without
 * synonyms of words before them.
 */
export function queryWords(query: string): string[] {
  const all = [...new Set([...words(query, queryLimit), ...compounds(query, queryLimit)])];
  const telling = all.filter(word => !isEmptyWord(word));
  const asked: string[] = [];
  for (const word of telling.length > 0 ? telling : all) {
    if (asked.length === maxWords) break;
    if (!synonymsOf(word).some(other => asked.includes(other))) asked.push(word);
  }
  return asked;
}

/** Segments that are searched together; their tools are numbered through. */
export interface View {
  /** No other view of the index has it. */
  readonly number: number;
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
  /** Number of the first word that is a synonym. */
  synonymsFrom = 0;

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
  readonly #columns = new Columns();
  #views = 0;
  /** Of the size of the largest view so far. `#best` is all 0 between words. */
  #sums = new Float64Array(0);
  #best = new Float64Array(0);
  #touched = new Uint32Array(0);

  /** Takes `next` in, in the place of `before`. The work grows with these two and the number of words, not with the tools of others. */
  replace(before: SegmentIndex | undefined, next: SegmentIndex | undefined): void {
    if (next) this.#add(next);
    if (before) this.#remove(before);
    this.#soles = undefined;
    this.#columns.clear();
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
    return { number: this.#views++, tools, firsts, owners, norms };
  }

  /**
   * Scores the tools of a view for `query`: of each, the sum over the query's words of the best word that each stands for; 0 where
   * none is found. The scores of the best `wanted` tools are complete; others may lack what common words count, which is too little to
   * make them one of these. What is returned holds until the next call.
   */
  score(query: string, view: View, wanted: number): Float64Array {
    const { tools } = view;
    if (this.#sums.length < tools)
      [this.#sums, this.#best, this.#touched] = [new Float64Array(tools), new Float64Array(tools), new Uint32Array(tools)];
    const sums = this.#sums.subarray(0, tools).fill(0);
    const columns: Column[] = [];
    for (const word of queryWords(query)) {
      const column = this.#column(word, view);
      if (column !== undefined) columns.push(column);
      else this.#addFew(sums, this.#raiseAll(word, this.#best, view));
    }
    if (columns.length > 0) addColumns(sums, columns, wanted);
    return sums;
  }

  /** What a word of the query counts, by tool, if it stands for words of many tools; otherwise undefined, and `#matches` has the words. */
  #column(word: string, view: View): Column | undefined {
    const known = this.#columns.get(word, view.number);
    if (known !== undefined) return known;
    this.#find(word, view);
    if (this.#matches.total <= view.tools * commonShare) return undefined;
    return this.#columns.add(word, view.number, view.tools, values => void this.#raiseAll(word, values, view));
  }

  /** Adds the best of the first few tools of `#touched` to the sums. */
  #addFew(sums: Float64Array, touched: number): void {
    const best = this.#best;
    for (let at = 0; at < touched; at++) {
      const tool = this.#touched[at]!;
      sums[tool]! += best[tool]!;
      best[tool] = 0;
    }
  }

  /** Fills `#matches` with the words of the view that a query's word stands for. */
  #find(asked: string, view: View): void {
    this.#matches.clear();
    if (asked.length < shortestPrefix) {
      const word = this.#byText.get(asked);
      if (word) this.#match(word, view, undefined);
      this.#matches.synonymsFrom = this.#matches.size;
      return;
    }
    this.#findLonger(asked, view);
    this.#matches.synonymsFrom = this.#matches.size;
    for (const synonym of synonymsOf(asked)) {
      const word = synonym.startsWith(asked) ? undefined : this.#byText.get(synonym);
      if (word) this.#match(word, view, undefined);
    }
  }

  /** Goes on with the word itself and those that begin with it. */
  #findLonger(asked: string, view: View): void {
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

  /** Fills `best`, which is all 0, with what the best match counts; gives how many tools have one. They are in `#touched`. */
  #raiseAll(asked: string, best: Float64Array, view: View): number {
    const { size, soleCount, total, texts, counts, synonymsFrom } = this.#matches;
    const together = rarity(Math.min(view.tools, total), view.tools);
    const prefixed = together * prefixWeight * asked.length;
    let touched = 0;
    for (let match = 0; match < size; match++) {
      const text = texts[match]!;
      // A word with synonyms is as rare as all of them together.
      const exact = synonymsFrom < size ? together : rarity(counts[match]!, view.tools);
      const weight = match >= synonymsFrom ? together * synonymWeight : text === asked ? exact : prefixed / text.length;
      touched = this.#raise(match, weight, best, view, touched);
    }
    return soleCount > 0 ? this.#raiseSoles(prefixed, best, view, touched) : touched;
  }

  /** Raises what was best so far to what a match counts; gives how many tools have a best by now. */
  #raise(match: number, wordWeight: number, best: Float64Array, { firsts, norms }: View, before: number): number {
    const { places, ends } = this.#matches;
    const touched = this.#touched;
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
  #raiseSoles(prefixed: number, best: Float64Array, { firsts, norms }: View, before: number): number {
    const { soles, soleCount } = this.#matches;
    const { slots, tools, weights, lengths } = this.#soles!;
    const touched = this.#touched;
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

/** Adds the columns to the sums that can be among the `wanted` highest afterwards. */
function addColumns(sums: Float64Array, columns: readonly Column[], wanted: number): void {
  const most = columns.reduce((sum, column) => sum + column.most, 0);
  const least = highest(sums, wanted);
  // The rest of a sum is rounded with each addition.
  const needed = least * (1 - rounding) - most * (1 + rounding);
  if (needed <= 0) {
    for (const { values } of columns) for (let at = 0; at < sums.length; at++) sums[at]! += values[at]!;
    return;
  }
  for (let at = 0; at < sums.length; at++) {
    if (sums[at]! < needed) continue;
    for (const { values } of columns) sums[at]! += values[at]!;
  }
}

/** The `count`-th highest of the scores above 0; 0 if there are fewer. */
function highest(scores: Float64Array, count: number): number {
  if (count >= scores.length) return 0;
  const best = bestScored(scores, count, () => false);
  return best.length < count ? 0 : scores[best.at(-1)!]!;
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
