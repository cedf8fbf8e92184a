import type { Strings } from './code.js';
import { jumps } from './instructions.js';
import type { Node } from './node.js';

/** For an instruction that jumps forward: `land` says where to. */
export const ahead = -1;

/** Code that is being written; the functions of instructions.ts add to it. */
export class CodeWriter {
  readonly code: number[] = [];
  readonly constants: unknown[] = [];
  readonly #texts: Strings;
  /** What each instruction was made of, where somebody asks. */
  readonly nodes: Map<number, Node> | null;

  constructor(strings: Strings, nodes: Map<number, Node> | null) {
    this.#texts = strings;
    this.nodes = nodes;
  }

  /** The next instruction is made of this node. */
  note(node: Node, nodes: Map<number, Node>): void {
    nodes.set(this.code.length, node);
  }

  /** The index of a string. */
  string(text: string): number {
    return this.#texts.numberOf(text);
  }

  /** The index of a constant. */
  constant(value: unknown): number {
    return this.constants.push(value) - 1;
  }

  /** From the next instruction to the one at `to`, or to one that is not written yet (`ahead`). */
  distance(to: number): number {
    return to === ahead ? 0 : to - this.code.length;
  }

  /** The strings of a list, whose length was written. */
  strings(list: readonly string[]): void {
    for (let i = 0; i < list.length; i++) this.code.push(this.#texts.numberOf(list[i]!));
  }

  /** Makes the instruction at `ins` jump to what comes next. */
  land(ins: number): void {
    this.code[ins + jumps[this.code[ins]!]!] = this.code.length - ins;
  }
}
