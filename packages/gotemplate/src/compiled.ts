/** The code of templates, made once, and the nodes that it came from. */
import { caches } from '@mcpgw/go/bounds';
import { Code, Strings } from './code.js';
import { compile } from './compile.js';
import type { Node } from './node.js';
import type { Tree } from './tree.js';

/** Strings of code that is not kept are shared, up to so many. */
const maxStrings = 20_000;
const maxSize = 1_000_000;
const kept = { strings: new Strings() };

const forgetStrings = (): void => {
  kept.strings = new Strings();
};
caches.onDrop(forgetStrings);

function sharedStrings(): Strings {
  const { strings } = kept;
  if (strings.list.length > maxStrings || strings.size > maxSize) forgetStrings();
  return kept.strings;
}

/** The code of a template; compiled once. @throws BudgetError if an expression nests deeper than the JavaScript stack. */
export function codeOf(tree: Tree): Code {
  if (tree.code === null) {
    const strings = sharedStrings();
    const { code, constants } = compile(tree.root, strings);
    tree.code = new Code({ code, start: 0, strings: strings.list, constants });
  }
  return tree.code;
}

function nodesOf(tree: Tree): Map<number, Node> {
  const nodes = new Map<number, Node>();
  compile(tree.root, new Strings(), nodes);
  return nodes;
}

/** What the instruction at `pc` of a template's code was made of, for its errors: the body is compiled once more. */
export function nodeAt(tree: Tree, pc: number): Node {
  const code = codeOf(tree);
  code.nodes ??= nodesOf(tree);
  return code.nodes.get(pc - code.start) ?? tree.root;
}
