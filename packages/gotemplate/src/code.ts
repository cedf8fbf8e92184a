/**
 * What the executor runs: a template's body as numbers, one instruction after the other. Each starts with its Op; its operands follow.
 * Numbers rather than objects, so that what was compiled before (docs/adr/0029 and 0030) runs as it lies in a file. No operand
 * is a place in the text and jumps are relative, so that equal actions have equal code, wherever they stand. Where an instruction
 * came from is only asked when it fails; then the body is compiled once more.
 */
import type { Node } from './node.js';

/** `S` is the number of a string, `K` that of a constant, `to` how many numbers on from the Op to go on, `fields` a count and so many `S`. */
export const OpReturn = 0;
/** K, place in the source, length */
export const OpText = 1;
/** What fails next fails at the node. */
export const OpAt = 2;
export const OpPrint = 3;
export const OpPop = 4;
export const OpTrue = 5;
export const OpFalse = 6;
/** S */
export const OpString = 7;
/** K, S of its text, type of its token */
export const OpNumber = 8;
/** flags */
export const OpDot = 9;
/** flags, fields */
export const OpField = 10;
/** flags, S of the name, fields */
export const OpVariable = 11;
/** flags, S of the function that gives the receiver, fields */
export const OpChain = 12;
/** S of the reason */
export const OpFail = 13;
/** S of the function, number of arguments, flags */
export const OpBeginCall = 14;
/** number of arguments, flags, to, type of node, S of the variable or function, fields */
export const OpBeginMethod = 15;
export const OpArgDot = 16;
/** fields */
export const OpArgField = 17;
/** S of the name, fields */
export const OpArgVariable = 18;
export const OpArgNil = 19;
/** 1 for true */
export const OpArgBool = 20;
/** S */
export const OpArgString = 21;
/** K, S of its text, type of its token */
export const OpArgNumber = 22;
/** Makes what was evaluated last an argument: a pipeline's, a chain's, a function's (S) value. */
export const OpArgPipe = 23;
export const OpArgChain = 24;
export const OpArgFunction = 25;
/** flags, S of what `call` names as its function, 0 for the value itself */
export const OpCall = 26;
/** number of arguments, flags */
export const OpBeginAndOr = 27;
/** flags, to */
export const OpTestAndOr = 28;
export const OpNil = 29;
/** fields: the names */
export const OpDeclare = 30;
/** fields: the names */
export const OpAssign = 31;
export const OpMark = 32;
export const OpUnmark = 33;
/** to */
export const OpJump = 34;
/** to */
export const OpJumpFalse = 35;
/** to */
export const OpWith = 36;
export const OpEndWith = 37;
/** to, number of variables */
export const OpRange = 38;
/** to, 1 where the variables are assigned, fields: their names */
export const OpNext = 39;
export const OpBreak = 40;
export const OpContinue = 41;
/** S of the name */
export const OpFindTemplate = 42;
/** S of the name, flags */
export const OpTemplate = 43;
/** S of the name */
export const OpFixedVariable = 44;
/** K, place in the source, length: of a long raw string */
export const OpRawString = 45;

/** Bits of `flags`. */
export const hasFinal = 1;
/** The result is a command's: one level of interface is taken off, so that nil becomes no value. */
export const digs = 2;
export const isOr = 4;
export const isLast = 8;
/** A chain's receiver comes from a function, whose static result type errors show. */
export const fromFunction = 16;

/** Strings by number; 0 is the empty one. */
export class Strings {
  readonly list: string[];
  /** Code units of all strings. */
  size = 0;
  private readonly known = new Map<string, number>();

  /** `list` is added to. */
  constructor(list: string[] = ['']) {
    this.list = list;
    list.forEach((text, i) => {
      this.known.set(text, i);
    });
  }

  numberOf(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.size += text.length;
    this.known.set(text, this.list.length);
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
