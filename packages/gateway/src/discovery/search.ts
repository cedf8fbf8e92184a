/** Ranks tools by BM25 (Robertson and others, 1994; k1 1.2, b 0.75) over the indexes of several servers as if they were one. */
import type { SegmentIndex } from './segment-index.js';
import { words } from './words.js';

export interface Segment {
  readonly index: SegmentIndex;
  /** Number of tools. */
  readonly size: number;
}

const k1 = 1.2;
const b = 0.75;
const queryLimit = 1_000;
const maxWords = 32;
/** Words that one word of a query stands for, as their beginning, in one segment. */
const maxExpansions = 64;
/** What a longer word counts that begins with a word of the query, besides how much longer it is. */
const prefixWeight = 0.4;
const shortestPrefix = 2;

interface Match {
  readonly segment: number;
  readonly word: number;
}

/** Words of the indexes that a query's word stands for, each with all its places. */
function expansions(asked: string, segments: readonly Segment[]): Map<string, Match[]> {
  const found = new Map<string, Match[]>();
  for (const [segment, { index }] of segments.entries()) {
    const { first, end } = index.wordsFrom(asked, asked.length < shortestPrefix ? 1 : maxExpansions);
    for (let word = first; word < end; word++) {
      const text = index.word(word);
      if (asked.length < shortestPrefix && text !== asked) continue;
      const matches = found.get(text);
      if (matches === undefined) found.set(text, [{ segment, word }]);
      else matches.push({ segment, word });
    }
  }
  return found;
}

/** The distinct words of a query, at most 32. */
export function queryWords(query: string): string[] {
  return [...new Set(words(query, queryLimit))].slice(0, maxWords);
}

/**
 * Scores all tools for `query`: of each, the sum over the query's words of the best word that each stands for; 0 where none is
 * found. Tools are numbered through the segments.
 */
export function score(query: string, segments: readonly Segment[]): Float64Array {
  const tools = segments.reduce((sum, { size }) => sum + size, 0);
  const average = segments.reduce((sum, { index }) => sum + index.totalLength, 0) / Math.max(1, tools);
  const [scores, best] = [new Float64Array(tools), new Float64Array(tools)];
  let first = 0;
  const places = segments.map(({ index, size }) => {
    const place = { index, first };
    first += size;
    return place;
  });
  for (const asked of queryWords(query)) {
    const found = [...expansions(asked, segments)].map(([text, matches]) => ({ text, matches, count: countOf(matches, segments) }));
    const together = Math.min(
      tools,
      found.reduce((sum, { count }) => sum + count, 0),
    );
    for (const { text, matches, count } of found) {
      const weight = text === asked ? rarity(count, tools) : (rarity(together, tools) * prefixWeight * asked.length) / text.length;
      for (const { segment, word } of matches) addWord(places[segment]!, word, weight, best, average);
    }
    take(scores, best);
  }
  return scores;
}

function take(sums: Float64Array, best: Float64Array): void {
  for (let tool = 0; tool < sums.length; tool++) sums[tool]! += best[tool]!;
  best.fill(0);
}

function countOf(matches: readonly Match[], segments: readonly Segment[]): number {
  return matches.reduce((sum, { segment, word }) => sum + segments[segment]!.index.count(word), 0);
}

/** The inverse document frequency of a word that `count` of all tools have; of words with one beginning, that of all of them together. */
function rarity(count: number, tools: number): number {
  return Math.log(1 + (tools - count + 0.5) / (count + 0.5));
}

interface Place {
  readonly index: SegmentIndex;
  /** Number of the segment's first tool. */
  readonly first: number;
}

/** Adds a word of a segment; `average` is the weighted number of words of a tool. */
function addWord({ index, first }: Place, word: number, wordWeight: number, best: Float64Array, average: number): void {
  index.visit(word, (tool, weight) => {
    const norm = k1 * (1 - b + (b * index.lengths[tool]!) / average);
    const value = (wordWeight * weight * (k1 + 1)) / (weight + norm);
    if (value > best[first + tool]!) best[first + tool] = value;
  });
}
