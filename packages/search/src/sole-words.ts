/**
 * The words that only one tool has, such as most joined names (`createinvoice1200`), in flat arrays: a search for `create` reads
 * thousands of them, and needs no other data about them.
 */
import type { SegmentIndex } from './segment-index.js';

interface Word {
  readonly text: string;
  /** Slot of the segment and number of the word there, in turn. */
  readonly places: readonly number[];
}

export class SoleWords {
  /** Slot of the segment that the tool is in, by word; -1 for a word that no tool has, or several. */
  readonly slots: Int32Array;
  /** Number of the tool in its segment, by word. */
  readonly tools: Uint32Array;
  /** How much the word counts in the tool, by word. */
  readonly weights: Uint32Array;
  /** Characters, by word. */
  readonly lengths: Uint32Array;

  /** `words` are numbered as they stand. */
  constructor(words: readonly Word[], segments: readonly (SegmentIndex | undefined)[]) {
    this.slots = new Int32Array(words.length).fill(-1);
    this.tools = new Uint32Array(words.length);
    this.weights = new Uint32Array(words.length);
    this.lengths = new Uint32Array(words.length);
    for (const [number, { text, places }] of words.entries()) {
      if (places.length !== 2) continue;
      const [slot, word] = [places[0]!, places[1]!];
      const { starts, postedTools, postedWeights } = segments[slot]!;
      const posting = starts[word]!;
      if (starts[word + 1] !== posting + 1) continue;
      this.slots[number] = slot;
      this.tools[number] = postedTools[posting]!;
      this.weights[number] = postedWeights[posting]!;
      this.lengths[number] = text.length;
    }
  }
}
