/** Walks over parsed templates, for tools that ask what a template reads, writes or includes. */
import {
  ActionNode,
  BranchNode,
  ChainNode,
  CommandNode,
  FieldNode,
  IdentifierNode,
  ListNode,
  type Node,
  PipeNode,
  StringNode,
  TemplateNode,
  TextNode,
  VariableNode,
} from './node.js';
import { parse, type Tree } from './parse.js';

/**
 * What is called with the nodes of each kind, in the order of the text and before what they hold; any may be missing. One that returns
 * `false` keeps the walk out of the node.
 */
export interface Visitor {
  /** Text between actions. */
  text?(node: TextNode): void;
  /** `{{PIPELINE}}`. */
  action?(node: ActionNode): undefined | boolean;
  /** `if`, `range` and `with`. */
  branch?(node: BranchNode): undefined | boolean;
  /** `{{template "NAME" PIPELINE}}`, and where a `block` runs. */
  template?(node: TemplateNode): undefined | boolean;
  /** A pipeline, also one in parentheses. */
  pipe?(node: PipeNode): undefined | boolean;
  /** A function or method with its arguments, or a lone operand. */
  command?(node: CommandNode): undefined | boolean;
  /** `.a.b`. */
  field?(node: FieldNode): void;
  /** `$`, `$x` and `$x.a.b`, and what a pipeline declares or sets. */
  variable?(node: VariableNode): void;
  /** Fields of a pipeline in parentheses: `(f .x).a.b`. */
  chain?(node: ChainNode): undefined | boolean;
  /** The name of a function. */
  identifier?(node: IdentifierNode): void;
  /** A quoted or raw string. */
  string?(node: StringNode): void;
}

/**
 * Calls `visitor` with every node of a tree, or of a part of one. What `define` and `block` define are trees of their own: see
 * `parseText`.
 *
 * @example
 * const names: string[] = [];
 * for (const tree of parseText('page', text).values()) walk(tree, { template: ({ name }) => void names.push(name) });
 */
export function walk(start: Tree | Node, visitor: Visitor): void {
  const open: Node[] = ['root' in start ? start.root : start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (visit(node, visitor) === false) continue;
    const inside = childrenOf(node);
    for (let i = inside.length - 1; i >= 0; i--) open.push(inside[i]!);
  }
}

function visit(node: Node, visitor: Visitor): unknown {
  if (node instanceof TextNode) return visitor.text?.(node);
  if (node instanceof ActionNode) return visitor.action?.(node);
  if (node instanceof BranchNode) return visitor.branch?.(node);
  if (node instanceof TemplateNode) return visitor.template?.(node);
  if (node instanceof PipeNode) return visitor.pipe?.(node);
  if (node instanceof CommandNode) return visitor.command?.(node);
  if (node instanceof FieldNode) return visitor.field?.(node);
  if (node instanceof VariableNode) return visitor.variable?.(node);
  if (node instanceof ChainNode) return visitor.chain?.(node);
  if (node instanceof IdentifierNode) return visitor.identifier?.(node);
  return node instanceof StringNode ? visitor.string?.(node) : undefined;
}

function childrenOf(node: Node): readonly Node[] {
  if (node instanceof ListNode) return node.nodes;
  if (node instanceof ActionNode) return [node.pipe];
  if (node instanceof PipeNode) return [...node.decl, ...node.cmds];
  if (node instanceof CommandNode) return node.args;
  if (node instanceof ChainNode) return [node.node];
  if (node instanceof BranchNode) return node.elseList === null ? [node.pipe, node.list] : [node.pipe, node.list, node.elseList];
  return node instanceof TemplateNode && node.pipe !== null ? [node.pipe] : [];
}

/**
 * The trees of a text by name: its own under `name`, and one for each `define` and `block` in it. Every function is taken to exist.
 * @throws ParseError for what Go's parser refuses.
 */
export const parseText = (name: string, text: string): ReadonlyMap<string, Tree> =>
  parse(name, text, f => f !== 'break' && f !== 'continue');
