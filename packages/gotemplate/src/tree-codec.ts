/** Templates as their code alone: a build that ships templates ships them compiled. */
import { Code, type CodeParts, nextInstruction, type Strings } from './code.js';
import { codeOf } from './compiled.js';
import { firstWithList, OpReturn, stringOperands, widths } from './instructions.js';
import type { ListNode, Source } from './node.js';
import { Tree } from './tree.js';

/** A tree without its nodes; its code ends before `end` and has `constants` constants. */
export interface EncodedTree extends Omit<CodeParts, 'constants'> {
  readonly name: string;
  readonly isBlank: boolean;
  readonly end: number;
  readonly constants: number;
}

/** The offset of the instruction that ends the code. */
function endOf({ code, start }: Code): number {
  let ins = start;
  while (code[ins] !== OpReturn) ins = nextInstruction(code, ins);
  return ins;
}

/** A copy of the code that names its strings by their numbers in `strings`, to which it adds them. */
function renumbered(from: Code, strings: Strings): number[] {
  const end = endOf(from) + 1;
  const code = Array.from({ length: end - from.start }, (_, i) => from.code[from.start + i]!);
  const renumber = (at: number): void => {
    code[at] = strings.numberOf(from.strings[code[at]!]!);
  };
  for (let ins = 0; ins < code.length; ins = nextInstruction(code, ins)) {
    const op = code[ins]!;
    if (stringOperands[op] !== 0) renumber(ins + stringOperands[op]!);
    if (op >= firstWithList) for (let at = ins + widths[op]!; at < nextInstruction(code, ins); at++) renumber(at);
  }
  return code;
}

/** Encodes the code of a tree, and adds the names in it to `strings`. @throws BudgetError if an expression nests too deeply */
export function encodeTree(tree: Tree, strings: Strings): EncodedTree {
  const from = codeOf(tree);
  const code = renumbered(from, strings);
  const { name, isBlank } = tree;
  return { name, isBlank, code, start: 0, end: code.length, strings: strings.list, constants: from.constants.length };
}

/** A tree that has its code; its nodes come from `root`, when they are asked for. */
export function decodeTree({ name, isBlank, constants, ...parts }: EncodedTree, source: Source, root: () => ListNode): Tree {
  return new Tree(name, root, source, isBlank, new Code({ ...parts, constants: new Array(constants) }));
}
