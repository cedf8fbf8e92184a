/** The words of one server's tools: a sorted dictionary, and for each word the tools that have it. Built once, never changed. */
import { words } from './words.js';

export interface IndexedText {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  /** Absent where it may not be searched. */
  readonly description?: string | undefined;
}

/** Characters of a description that are read. */
const descriptionLimit = 4_000;
const nameLimit = 512;

/** How much a word counts by where it stands. */
const weights = { name: 3, title: 2, description: 1, server: 1 };

export class SegmentIndex {
  /** In code-unit order. */
  readonly #dictionary: readonly string[];
  /** Where the postings of each word begin; one more than there are words. */
  readonly #starts: Uint32Array;
  readonly #tools: Uint32Array;
  readonly #weights: Float32Array;
  /** Weighted number of words, by tool. */
  readonly lengths: Float32Array;
  readonly totalLength: number;

  constructor(texts: readonly IndexedText[]) {
    const postings = new Map<string, number[]>();
    this.lengths = new Float32Array(texts.length);
    for (const [tool, text] of texts.entries()) this.lengths[tool] = addText(postings, tool, text);
    this.totalLength = this.lengths.reduce((sum, length) => sum + length, 0);
    this.#dictionary = [...postings.keys()].sort();
    this.#starts = new Uint32Array(this.#dictionary.length + 1);
    const count = [...postings.values()].reduce((sum, list) => sum + list.length / 2, 0);
    this.#tools = new Uint32Array(count);
    this.#weights = new Float32Array(count);
    this.#fill(postings);
  }

  #fill(postings: ReadonlyMap<string, readonly number[]>): void {
    let at = 0;
    for (const [index, word] of this.#dictionary.entries()) {
      this.#starts[index] = at;
      const list = postings.get(word)!;
      for (let entry = 0; entry < list.length; entry += 2, at++) {
        this.#tools[at] = list[entry]!;
        this.#weights[at] = list[entry + 1]!;
      }
    }
    this.#starts[this.#dictionary.length] = at;
  }

  /** The numbers of up to `limit` words that begin with `start`, `start` itself first. */
  wordsFrom(start: string, limit: number): { readonly first: number; readonly end: number } {
    const first = this.#lowerBound(start);
    let end = first;
    while (end < this.#dictionary.length && end - first < limit && this.#dictionary[end]!.startsWith(start)) end++;
    return { first, end };
  }

  #lowerBound(start: string): number {
    let low = 0;
    let high = this.#dictionary.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#dictionary[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  word(number: number): string {
    return this.#dictionary[number]!;
  }

  /** How many tools have a word. */
  count(number: number): number {
    return this.#starts[number + 1]! - this.#starts[number]!;
  }

  /** Calls `visit` for each tool that has a word. */
  visit(number: number, visit: (tool: number, weight: number) => void): void {
    for (let at = this.#starts[number]!; at < this.#starts[number + 1]!; at++) visit(this.#tools[at]!, this.#weights[at]!);
  }
}

/** Adds a tool's words; gives their weighted number. */
function addText(postings: Map<string, number[]>, tool: number, { server, name, title, description }: IndexedText): number {
  const counts = new Map<string, number>();
  const add = (found: readonly string[], weight: number) => found.forEach(word => void counts.set(word, (counts.get(word) ?? 0) + weight));
  const nameWords = words(name, nameLimit);
  add(nameWords, weights.name);
  if (nameWords.length > 1) add([nameWords.join('')], 1);
  add(words(server, nameLimit), weights.server);
  if (title !== undefined) add(words(title, nameLimit), weights.title);
  if (description !== undefined) add(words(description, descriptionLimit), weights.description);
  let length = 0;
  for (const [word, weight] of counts) {
    const list = postings.get(word);
    if (list === undefined) postings.set(word, [tool, weight]);
    else list.push(tool, weight);
    length += weight;
  }
  return length;
}
