/** A parsed document as a flat list of nodes in document order. Decoding, and the reader of a manifest's head, walk over it. */
import { scalarText } from './scalar-text.js';
import { PLAIN, STYLE } from './scalars.js';

export const SCALAR_NODE = 1;
export const SEQUENCE_NODE = 2;
/** Children alternate between key and value. */
export const MAPPING_NODE = 3;
export const ALIAS_NODE = 4;

const stride = 4;

/** The nodes of a parsed document. */
export class Tape {
  readonly text: string;
  length = 0;
  /**
   * False if decoding cannot fail: no tags, aliases or merges, only plain text as keys, no infinities, no excessive depth.
   * True does not mean that decoding fails.
   */
  unusual = false;
  readonly tags = new Map<number, string>();
  readonly aliasNames = new Map<number, string>();
  #slots = new Int32Array(256 * stride);

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Appends a node. The slots of a scalar are start, end and format; that of a collection is the node after it, set by `close`; that of an
   * alias is its target.
   */
  add(kind: number, start: number, end: number, format: number): number {
    const index = this.length++;
    const at = index * stride;
    if (at === this.#slots.length) {
      const bigger = new Int32Array(at * 2);
      bigger.set(this.#slots);
      this.#slots = bigger;
    }
    const slots = this.#slots;
    slots[at] = kind;
    slots[at + 1] = start;
    slots[at + 2] = end;
    slots[at + 3] = format;
    return index;
  }

  /** Ends the collection at `index` before the node that is added next. */
  close(index: number): void {
    this.#slots[index * stride + 1] = this.length;
  }

  kind(index: number): number {
    return this.#slots[index * stride]!;
  }

  aliasTarget(index: number): number {
    return this.#slots[index * stride + 1]!;
  }

  /** The index of the node after this node and everything in it. */
  next(index: number): number {
    const kind = this.kind(index);
    return kind === SEQUENCE_NODE || kind === MAPPING_NODE ? this.#slots[index * stride + 1]! : index + 1;
  }

  scalar(index: number): string {
    const at = index * stride;
    return scalarText(this.text, this.#slots[at + 1]!, this.#slots[at + 2]!, this.#slots[at + 3]!);
  }

  isPlain(index: number): boolean {
    return (this.#slots[index * stride + 3]! & STYLE) === PLAIN;
  }
}
