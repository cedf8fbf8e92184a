/**
 * What the executor runs: a template's body as numbers, one instruction of `instruction-table.ts` after the other. Numbers rather than
 * objects, so that what was compiled before (docs/adr/0029 and 0030) runs as it lies in a file.
 */
import { firstWithList, widths } from './instructions.js';
import type { Node } from './node.js';

/** Bits of `flags`. */
export const hasFinal = 1;
/** The result is a command's: one level of interface is taken off, so that nil becomes no value. */
export const digs = 2;
export const isOr = 4;
export const isLast = 8;
/** A chain's receiver comes from a function, whose static result type errors show. */
export const fromFunction = 16;

/** Where the instruction after the one at `ins` starts. */
export function nextInstruction(code: ArrayLike<number>, ins: number): number {
  const op = code[ins]!;
  const next = ins + widths[op]!;
  return op < firstWithList ? next : next + code[next - 1]!;
}

/** Item `i` of the list whose length is at `list`. */
export const listItem = (code: ArrayLike<number>, list: number, i: number): number => code[list + 1 + i]!;

/** Strings by number; 0 is the empty one. */
export class Strings {
  readonly list: string[];
  /** Code units of all strings. */
  size = 0;
  readonly #known = new Map<string, number>();

  /** `list` is added to. */
  constructor(list: string[] = ['']) {
    this.list = list;
    list.forEach((text, i) => {
      this.#known.set(text, i);
    });
  }

  numberOf(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.size += text.length;
    this.#known.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

/** The code of one template's body. */
export interface CodeParts {
  readonly code: ArrayLike<number>;
  /** Where in `code` it starts. */
  readonly start: number;
  readonly strings: readonly string[];
  /** Texts and numbers of the source, where they are known; the others are made when they are first used. */
  readonly constants: unknown[];
}

export class Code {
  declare readonly code: ArrayLike<number>;
  declare readonly start: number;
  declare readonly strings: readonly string[];
  declare readonly constants: unknown[];
  /** What each instruction was made of, once an error asked. */
  nodes: ReadonlyMap<number, Node> | null = null;

  constructor({ code, start, strings, constants }: CodeParts) {
    this.code = code;
    this.start = start;
    this.strings = strings;
    this.constants = constants;
  }
}
