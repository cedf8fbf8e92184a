/** The words of one server's tools: a sorted dictionary, and for each word the tools that have it. Built once, never changed. */
import type { SourceTool } from '@mcpgw/upstreams';
import { compounds, words } from './words.js';

type SearchedTool = Pick<SourceTool, 'name' | 'title' | 'description' | 'inputSchema'>;

/** Maximum number of characters of a description that are indexed. */
const descriptionLimit = 4_000;
const nameLimit = 512;
/** Maximum number of arguments whose names are indexed. */
const maxArguments = 64;

/** How much a word counts by where it stands. */
const weights = { name: 3, title: 2, description: 1, server: 2, argument: 1 };

/** The words of a tool with their weights, without those of its server's name. */
type Terms = ReadonlyMap<string, number>;

function countTerms({ name, title, description, inputSchema }: SearchedTool): Terms {
  const counts = new Map<string, number>();
  const nameWords = words(name, nameLimit);
  addWords(counts, nameWords, weights.name);
  if (nameWords.length > 1) addWords(counts, [nameWords.join('')], 1);
  if (title !== undefined) addSentence(counts, title, nameLimit, weights.title);
  if (description !== undefined) addSentence(counts, description, descriptionLimit, weights.description);
  for (const argument of Object.keys(inputSchema.properties ?? {}).slice(0, maxArguments))
    addWords(counts, words(argument, nameLimit), weights.argument);
  return counts;
}

function addSentence(counts: Map<string, number>, text: string, limit: number, weight: number): void {
  addWords(counts, words(text, limit), weight);
  addWords(counts, compounds(text, limit), weight);
}

function addWords(counts: Map<string, number>, found: readonly string[], weight: number): void {
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + weight);
}

/** Words that were counted before the index is built. */
const counted = new WeakMap<SearchedTool, Terms>();

/** Reads a tool for the index that it will be part of, so that making the index itself takes little time. */
export function readForIndex(tool: SearchedTool): void {
  if (!counted.has(tool)) counted.set(tool, countTerms(tool));
}

/** The words of a tool, counted before or now; they are not kept. */
function takeTerms(tool: SearchedTool): Terms {
  const terms = counted.get(tool) ?? countTerms(tool);
  counted.delete(tool);
  return terms;
}

type Numbers = Uint16Array | Uint32Array;

function numbersUpTo(most: number, length: number): Numbers {
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Postings while they are collected: tool and weight in turn, by word. */
type Postings = Map<string, number[]>;

function add(postings: Postings, word: string, tool: number, weight: number): void {
  const list = postings.get(word);
  if (list === undefined) postings.set(word, [tool, weight]);
  else list.push(tool, weight);
}

export class SegmentIndex {
  readonly tools: readonly SearchedTool[];
  /** In code-unit order. */
  readonly dictionary: readonly string[];
  /** Where the postings of each word begin; one more than there are words. */
  readonly starts: Uint32Array;
  /** Number of the tool, by posting. */
  readonly postedTools: Numbers;
  /** How much the word counts in the tool, by posting: a whole number. */
  readonly postedWeights: Numbers;
  /** Weighted number of words, by tool. */
  readonly lengths: Float32Array;
  readonly totalLength: number;

  /** `before` is an index of the same server: tools that it has too, as the same objects, are not read again. */
  constructor(server: string, tools: readonly SearchedTool[], before?: SegmentIndex) {
    this.tools = tools;
    this.lengths = new Float32Array(tools.length);
    const postings: Postings = new Map();
    const isKept = before === undefined ? [] : this.#keep(before, postings);
    const serverWords = words(server, nameLimit);
    for (const [number, tool] of tools.entries()) if (!isKept[number]) this.#read(tool, number, serverWords, postings);
    this.totalLength = this.lengths.reduce((sum, length) => sum + length, 0);
    this.dictionary = [...postings.keys()].sort();
    this.starts = new Uint32Array(this.dictionary.length + 1);
    const lists = this.dictionary.map(word => postings.get(word)!);
    const count = lists.reduce((sum, list) => sum + list.length / 2, 0);
    this.postedTools = numbersUpTo(tools.length, count);
    this.postedWeights = numbersUpTo(
      lists.reduce((most, list) => list.reduce((highest, each, at) => (at % 2 === 1 && each > highest ? each : highest), most), 0),
      count,
    );
    this.#fill(lists);
  }

  #fill(lists: readonly (readonly number[])[]): void {
    let at = 0;
    for (const [index, list] of lists.entries()) {
      this.starts[index] = at;
      for (let entry = 0; entry < list.length; entry += 2, at++) {
        this.postedTools[at] = list[entry]!;
        this.postedWeights[at] = list[entry + 1]!;
      }
    }
    this.starts[lists.length] = at;
  }

  #read(tool: SearchedTool, number: number, serverWords: readonly string[], postings: Postings): void {
    const terms = new Map(takeTerms(tool));
    addWords(terms, serverWords, weights.server);
    let length = 0;
    for (const [word, weight] of terms) {
      add(postings, word, number, weight);
      length += weight;
    }
    this.lengths[number] = length;
  }

  /** Takes over the words of the tools that are the same objects as before; gives which these are. */
  #keep(before: SegmentIndex, postings: Postings): readonly boolean[] {
    const numbers = new Map(this.tools.map((tool, number) => [tool, number]));
    const numberOf = Int32Array.from(before.tools, tool => numbers.get(tool) ?? -1);
    const isKept: boolean[] = [];
    for (const [old, number] of numberOf.entries()) {
      if (number === -1) continue;
      isKept[number] = true;
      this.lengths[number] = before.lengths[old]!;
    }
    for (const [index, word] of before.dictionary.entries())
      for (let at = before.starts[index]!; at < before.starts[index + 1]!; at++) {
        const number = numberOf[before.postedTools[at]!]!;
        if (number !== -1) add(postings, word, number, before.postedWeights[at]!);
      }
    return isKept;
  }
}
