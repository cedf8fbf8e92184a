/** Walks over parsed templates, for tools that ask what a template reads, writes or includes. */
import {
  type ActionNode,
  type BranchNode,
  type ChainNode,
  type CommandNode,
  type FieldNode,
  type IdentifierNode,
  type ListNode,
  type Node,
  NodeAction,
  NodeChain,
  NodeCommand,
  NodeField,
  NodeIdentifier,
  NodeIf,
  NodeList,
  NodePipe,
  NodeRange,
  NodeString,
  NodeTemplate,
  NodeText,
  NodeVariable,
  NodeWith,
  type PipeNode,
  type StringNode,
  type TemplateNode,
  type TextNode,
  type VariableNode,
} from './node.js';
import { parse } from './parse.js';
import type { Tree } from './tree.js';

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
  switch (node.type) {
    case NodeText:
      return visitor.text?.(node as TextNode);
    case NodeAction:
      return visitor.action?.(node as ActionNode);
    case NodeIf:
    case NodeRange:
    case NodeWith:
      return visitor.branch?.(node as BranchNode);
    case NodeTemplate:
      return visitor.template?.(node as TemplateNode);
    case NodePipe:
      return visitor.pipe?.(node as PipeNode);
    case NodeCommand:
      return visitor.command?.(node as CommandNode);
    case NodeField:
      return visitor.field?.(node as FieldNode);
    case NodeVariable:
      return visitor.variable?.(node as VariableNode);
    case NodeChain:
      return visitor.chain?.(node as ChainNode);
    case NodeIdentifier:
      return visitor.identifier?.(node as IdentifierNode);
    case NodeString:
      return visitor.string?.(node as StringNode);
  }
  return undefined;
}

const none: readonly Node[] = [];

function childrenOf(node: Node): readonly Node[] {
  switch (node.type) {
    case NodeList:
      return (node as ListNode).nodes;
    case NodeAction:
      return [(node as ActionNode).pipe];
    case NodePipe: {
      const { decl, cmds } = node as PipeNode;
      return decl.length === 0 ? cmds : [...decl, ...cmds];
    }
    case NodeCommand:
      return (node as CommandNode).args;
    case NodeChain:
      return [(node as ChainNode).node];
    case NodeIf:
    case NodeRange:
    case NodeWith: {
      const { pipe, list, elseList } = node as BranchNode;
      return elseList === null ? [pipe, list] : [pipe, list, elseList];
    }
    case NodeTemplate: {
      const { pipe } = node as TemplateNode;
      return pipe === null ? none : [pipe];
    }
  }
  return none;
}

/**
 * The trees of a text by name: its own under `name`, and one for each `define` and `block` in it. Every function is taken to exist.
 * @throws ParseError for what Go's parser refuses.
 */
export const parseText = (name: string, text: string): ReadonlyMap<string, Tree> =>
  parse(name, text, f => f !== 'break' && f !== 'continue');
