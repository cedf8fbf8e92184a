/** Trees as plain data: a build that ships templates ships them parsed. */
import { isInline } from './compile.js';
import { itemCharConstant, itemComplex, itemNumber } from './lex.js';
import {
  ActionNode,
  BoolNode,
  BranchNode,
  ChainNode,
  CommandNode,
  DotNode,
  FieldNode,
  IdentifierNode,
  ListNode,
  LoopControlNode,
  NilNode,
  type Node,
  NodeAction,
  NodeBool,
  NodeBreak,
  NodeChain,
  NodeCommand,
  NodeContinue,
  NodeDot,
  NodeField,
  NodeIdentifier,
  NodeIf,
  NodeList,
  NodeNil,
  NodeNumber,
  NodePipe,
  NodeRange,
  NodeString,
  NodeTemplate,
  NodeText,
  NodeVariable,
  NodeWith,
  NumberNode,
  type NumberValue,
  PipeNode,
  type Source,
  StringNode,
  TemplateNode,
  TextNode,
  VariableNode,
} from './node.js';
import { parseNumber } from './numbers.js';
import { Tree } from './parse.js';

/**
 * The nodes of a tree in preorder, each with its type, its position and its parts, and the texts that they name by number.
 * A list of more than a few simple nodes is preceded by where it ends: it is put together when somebody asks for it. A text is the
 * length of what stands at its position in the source.
 */
export interface EncodedBody {
  readonly strings: readonly string[];
  readonly code: ArrayLike<number>;
}

export interface EncodedTree {
  readonly name: string;
  readonly isBlank: boolean;
  /** Asked for when the tree is first looked at. */
  readonly body: () => EncodedBody;
}

class UnreadableNumber extends Error {}

function unreadable(message: string): never {
  throw new UnreadableNumber(message);
}

function sameValue(a: NumberValue, b: NumberValue): boolean {
  const parts = ({ int, uint, float, complex }: NumberValue) => [int, uint, float, complex?.re, complex?.im];
  return parts(a).every((part, i) => Object.is(part, parts(b)[i]));
}

function valueAs(type: number, text: string): NumberValue | undefined {
  try {
    return parseNumber(type, text, unreadable);
  } catch (error) {
    if (error instanceof UnreadableNumber) return undefined;
    throw error;
  }
}

/** The type of token that a number was read from. */
function tokenType({ text, value }: NumberNode): number {
  const reads = (type: number) => {
    const read = valueAs(type, text);
    return read !== undefined && sameValue(read, value);
  };
  return [itemNumber, itemComplex, itemCharConstant].find(reads)!;
}

class Encoder {
  readonly strings: string[] = [];
  readonly code: number[] = [];
  private readonly known = new Map<string, number>();

  private text(text: string): void {
    const known = this.known.get(text) ?? this.strings.push(text) - 1;
    this.known.set(text, known);
    this.code.push(known);
  }

  private texts(texts: readonly string[]): void {
    this.code.push(texts.length);
    for (const text of texts) this.text(text);
  }

  private nodes(nodes: readonly Node[]): void {
    this.code.push(nodes.length);
    for (const node of nodes) this.node(node);
  }

  private list(list: ListNode): void {
    const end = this.code.push(0) - 1;
    this.nodes(list.nodes);
    if (!isInline(list)) this.code[end] = this.code.length;
  }

  private optional(node: Node | null): void {
    this.code.push(node === null ? 0 : 1);
    if (node !== null) this.node(node);
  }

  node(node: Node): void {
    this.code.push(node.type, node.pos);
    if (node instanceof ListNode) this.list(node);
    else if (node instanceof TextNode) this.code.push(node.text.length);
    else if (node instanceof PipeNode) {
      this.code.push(node.isAssign ? 1 : 0);
      this.nodes(node.decl);
      this.nodes(node.cmds);
    } else if (node instanceof ActionNode) this.node(node.pipe);
    else if (node instanceof CommandNode) this.nodes(node.args);
    else if (node instanceof IdentifierNode) this.text(node.ident);
    else if (node instanceof VariableNode) {
      this.text(node.name);
      this.texts(node.fields);
    } else if (node instanceof FieldNode) this.texts(node.ident);
    else if (node instanceof ChainNode) {
      this.node(node.node);
      this.texts(node.field);
    } else if (node instanceof BoolNode) this.code.push(node.value ? 1 : 0);
    else if (node instanceof NumberNode) {
      this.text(node.text);
      this.code.push(tokenType(node));
    } else if (node instanceof StringNode) {
      this.text(node.quoted);
      this.text(node.text);
    } else if (node instanceof BranchNode) {
      this.node(node.pipe);
      this.node(node.list);
      this.optional(node.elseList);
    } else if (node instanceof TemplateNode) {
      this.text(node.name);
      this.optional(node.pipe);
    }
  }
}

export function encodeTree({ name, isBlank, root }: Tree): EncodedTree {
  const encoder = new Encoder();
  encoder.node(root);
  const { strings, code } = encoder;
  return { name, isBlank, body: () => ({ strings, code }) };
}

class Decoder {
  private readonly source: string;
  private readonly strings: readonly string[];
  private readonly code: ArrayLike<number>;
  private at: number;

  constructor(source: string, { strings, code }: EncodedBody, at = 0) {
    this.source = source;
    this.strings = strings;
    this.code = code;
    this.at = at;
  }

  private text(): string {
    return this.strings[this.code[this.at++]!]!;
  }

  private texts(): string[] {
    const { code, strings } = this;
    const texts = new Array<string>(code[this.at++]!);
    for (let i = 0; i < texts.length; i++) texts[i] = strings[code[this.at++]!]!;
    return texts;
  }

  private nodes<T extends Node>(): T[] {
    const nodes = new Array<T>(this.code[this.at++]!);
    for (let i = 0; i < nodes.length; i++) nodes[i] = this.node() as T;
    return nodes;
  }

  private optional<T extends Node>(): T | null {
    return this.code[this.at++] === 1 ? (this.node() as T) : null;
  }

  private list(pos: number): ListNode {
    const end = this.code[this.at++]!;
    if (end === 0) return new ListNode(pos, this.nodes());
    const { source, strings, code, at } = this;
    this.at = end;
    return new ListNode(pos, () => new Decoder(source, { strings, code }, at).nodes());
  }

  private pipe(pos: number): PipeNode {
    const isAssign = this.code[this.at++] === 1;
    const decl = this.nodes<VariableNode>();
    return new PipeNode(pos, { decl, isAssign }, this.nodes());
  }

  node(): Node {
    const type = this.code[this.at++]!;
    const pos = this.code[this.at++]!;
    switch (type) {
      case NodeText:
        return new TextNode(pos, this.source.slice(pos, pos + this.code[this.at++]!));
      case NodeAction:
        return new ActionNode(pos, this.node() as PipeNode);
      case NodePipe:
        return this.pipe(pos);
      case NodeCommand:
        return new CommandNode(pos, this.nodes());
      case NodeField:
        return new FieldNode(pos, this.texts());
      case NodeVariable:
        return new VariableNode(pos, this.text(), this.texts());
      case NodeIdentifier:
        return new IdentifierNode(pos, this.text());
      case NodeString:
        return new StringNode(pos, this.text(), this.text());
      case NodeDot:
        return new DotNode(pos);
      case NodeList:
        return this.list(pos);
      case NodeIf:
      case NodeRange:
      case NodeWith:
        return new BranchNode(type, this.node() as PipeNode, this.node() as ListNode, this.optional<ListNode>());
      case NodeChain:
        return new ChainNode(pos, this.node(), this.texts());
      case NodeBool:
        return new BoolNode(pos, this.code[this.at++] === 1);
      case NodeNumber:
        return this.number(pos, this.text(), this.code[this.at++]!);
      case NodeNil:
        return new NilNode(pos);
      case NodeBreak:
      case NodeContinue:
        return new LoopControlNode(type, pos);
      case NodeTemplate:
        return new TemplateNode(pos, this.text(), this.optional<PipeNode>());
    }
    throw new Error(`node type ${type}`);
  }

  private number(pos: number, text: string, type: number): NumberNode {
    return new NumberNode(pos, text, parseNumber(type, text, unreadable));
  }
}

/** A tree that is put together when it is first looked at. */
export function decodeTree({ name, isBlank, body }: EncodedTree, source: Source): Tree {
  const root = (): ListNode => new Decoder(source.text, body()).node() as ListNode;
  return new Tree(name, root, source, isBlank);
}
