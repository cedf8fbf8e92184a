/** Templates as their code alone: a build that ships templates ships them compiled. */
import { Code, type CodeParts, type Strings } from './code.js';
import { compile } from './compile.js';
import type { ListNode, Source } from './node.js';
import { Tree } from './parse.js';

/** A tree without its nodes; its code ends before `end` and has `constants` constants. */
export interface EncodedTree extends Omit<CodeParts, 'constants'> {
  readonly name: string;
  readonly isBlank: boolean;
  readonly end: number;
  readonly constants: number;
}

/** Encodes a tree; adds the names in its code to `strings`. @throws BudgetError if an expression nests too deeply */
export function encodeTree({ name, isBlank, root }: Tree, strings: Strings): EncodedTree {
  const { code, constants } = compile(root, strings);
  return { name, isBlank, code, start: 0, end: code.length, strings: strings.list, constants: constants.length };
}

/** A tree that has its code; its nodes come from `root`, when they are asked for. */
export function decodeTree({ name, isBlank, constants, ...parts }: EncodedTree, source: Source, root: () => ListNode): Tree {
  return new Tree(name, root, source, isBlank, new Code({ ...parts, constants: new Array(constants) }));
}
