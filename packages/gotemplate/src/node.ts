/** Parse tree nodes: structure and text form of Go 1.26 text/template/parse/node.go. The text form appears in error messages. */
import { quote } from '@mcpgw/go/strconv';

export const NodeText = 0;
export const NodeAction = 1;
export const NodeBool = 2;
export const NodeChain = 3;
export const NodeCommand = 4;
export const NodeDot = 5;
export const NodeElse = 6;
export const NodeEnd = 7;
export const NodeField = 8;
export const NodeIdentifier = 9;
export const NodeIf = 10;
export const NodeList = 11;
export const NodeNil = 12;
export const NodeNumber = 13;
export const NodePipe = 14;
export const NodeRange = 15;
export const NodeString = 16;
export const NodeTemplate = 17;
export const NodeVariable = 18;
export const NodeWith = 19;
export const NodeBreak = 20;
export const NodeContinue = 21;

/** Where a tree came from: what a position needs to be shown as `name:line:column`. */
export interface Source {
  /** Name of the template being parsed, as errors show it. */
  readonly parseName: string;
  readonly text: string;
}

/** Fields are declared, not defined: defining them costs more than all the rest of parsing. */
export abstract class Node {
  declare readonly type: number;
  /** Offset into the source text, in UTF-16 code units. */
  declare readonly pos: number;
  constructor(type: number, pos: number) {
    this.type = type;
    this.pos = pos;
  }
  /** The node as Go's String prints it. */
  abstract toString(): string;
}

export class ListNode extends Node {
  declare readonly nodes: readonly Node[];
  constructor(pos: number, nodes: readonly Node[]) {
    super(NodeList, pos);
    this.nodes = nodes;
  }
  toString(): string {
    return this.nodes.join('');
  }
}

export class TextNode extends Node {
  declare readonly text: string;
  constructor(pos: number, text: string) {
    super(NodeText, pos);
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What stands before `:=` or `=` in a pipeline. */
export interface Declarations {
  readonly decl: readonly VariableNode[];
  readonly isAssign: boolean;
}

export class PipeNode extends Node {
  declare readonly isAssign: boolean;
  declare readonly decl: readonly VariableNode[];
  declare readonly cmds: readonly CommandNode[];
  constructor(pos: number, declarations: Declarations, cmds: readonly CommandNode[]) {
    super(NodePipe, pos);
    this.isAssign = declarations.isAssign;
    this.decl = declarations.decl;
    this.cmds = cmds;
  }
  toString(): string {
    const decl = this.decl.length === 0 ? '' : `${this.decl.join(', ')} ${this.isAssign ? '=' : ':='} `;
    return decl + this.cmds.join(' | ');
  }
}

export class ActionNode extends Node {
  declare readonly pipe: PipeNode;
  constructor(pos: number, pipe: PipeNode) {
    super(NodeAction, pos);
    this.pipe = pipe;
  }
  toString(): string {
    return `{{${this.pipe}}}`;
  }
}

export class CommandNode extends Node {
  declare readonly args: readonly Node[];
  constructor(pos: number, args: readonly Node[]) {
    super(NodeCommand, pos);
    this.args = args;
  }
  toString(): string {
    return this.args.map(arg => (arg.type === NodePipe ? `(${arg})` : arg.toString())).join(' ');
  }
}

export class IdentifierNode extends Node {
  declare readonly ident: string;
  constructor(pos: number, ident: string) {
    super(NodeIdentifier, pos);
    this.ident = ident;
  }
  toString(): string {
    return this.ident;
  }
}

/** A variable, possibly with fields: `$x.a.b` is `$x` with `['a', 'b']`. */
export class VariableNode extends Node {
  declare readonly name: string;
  declare readonly fields: readonly string[];
  constructor(pos: number, name: string, fields: readonly string[]) {
    super(NodeVariable, pos);
    this.name = name;
    this.fields = fields;
  }
  toString(): string {
    return this.fields.length === 0 ? this.name : `${this.name}.${this.fields.join('.')}`;
  }
}

export class DotNode extends Node {
  constructor(pos: number) {
    super(NodeDot, pos);
  }
  toString(): string {
    return '.';
  }
}

export class NilNode extends Node {
  constructor(pos: number) {
    super(NodeNil, pos);
  }
  toString(): string {
    return 'nil';
  }
}

/** `.a.b` is `['a', 'b']`. */
export class FieldNode extends Node {
  declare readonly ident: readonly string[];
  constructor(pos: number, ident: readonly string[]) {
    super(NodeField, pos);
    this.ident = ident;
  }
  toString(): string {
    return `.${this.ident.join('.')}`;
  }
}

/** A parenthesized pipeline or a function, followed by fields. */
export class ChainNode extends Node {
  declare readonly node: Node;
  declare readonly field: readonly string[];
  constructor(pos: number, node: Node, field: readonly string[]) {
    super(NodeChain, pos);
    this.node = node;
    this.field = field;
  }
  toString(): string {
    const head = this.node.type === NodePipe ? `(${this.node})` : this.node.toString();
    return this.field.length === 0 ? head : `${head}.${this.field.join('.')}`;
  }
}

export class BoolNode extends Node {
  declare readonly value: boolean;
  constructor(pos: number, value: boolean) {
    super(NodeBool, pos);
    this.value = value;
  }
  toString(): string {
    return this.value ? 'true' : 'false';
  }
}

/** A number under every type that can hold it: the value is absent where the type cannot. */
export interface NumberValue {
  readonly int?: bigint;
  readonly uint?: bigint;
  readonly float?: number;
  readonly complex?: { readonly re: number; readonly im: number };
}

export class NumberNode extends Node {
  declare readonly text: string;
  declare readonly value: NumberValue;
  /** The type of the token that it was read from. */
  declare readonly token: number;
  constructor(pos: number, text: string, value: NumberValue, token: number) {
    super(NodeNumber, pos);
    this.text = text;
    this.value = value;
    this.token = token;
  }
  toString(): string {
    return this.text;
  }
}

export class StringNode extends Node {
  declare readonly quoted: string;
  declare readonly text: string;
  constructor(pos: number, quoted: string, text: string) {
    super(NodeString, pos);
    this.quoted = quoted;
    this.text = text;
  }
  toString(): string {
    return this.quoted;
  }
}

export class EndNode extends Node {
  constructor(pos: number) {
    super(NodeEnd, pos);
  }
  toString(): string {
    return '{{end}}';
  }
}

export class ElseNode extends Node {
  constructor(pos: number) {
    super(NodeElse, pos);
  }
  toString(): string {
    return '{{else}}';
  }
}

const branchNames = new Map([
  [NodeIf, 'if'],
  [NodeRange, 'range'],
  [NodeWith, 'with'],
]);

/** if, range and with. */
export class BranchNode extends Node {
  declare readonly pipe: PipeNode;
  declare readonly list: ListNode;
  declare readonly elseList: ListNode | null;
  /** Whether it has variables of its own, which end with it; those of branches inside it do not count. */
  declare readonly declares: boolean;
  constructor(type: number, pipe: PipeNode, lists: { list: ListNode; elseList: ListNode | null }, declares: boolean) {
    super(type, pipe.pos);
    this.pipe = pipe;
    this.list = lists.list;
    this.elseList = lists.elseList;
    this.declares = declares;
  }
  toString(): string {
    const otherwise = this.elseList === null ? '' : `{{else}}${this.elseList}`;
    return `{{${branchNames.get(this.type)} ${this.pipe}}}${this.list}${otherwise}{{end}}`;
  }
}

/** break and continue. */
export class LoopControlNode extends Node {
  toString(): string {
    return this.type === NodeBreak ? '{{break}}' : '{{continue}}';
  }
}

export class TemplateNode extends Node {
  declare readonly name: string;
  declare readonly pipe: PipeNode | null;
  constructor(pos: number, name: string, pipe: PipeNode | null) {
    super(NodeTemplate, pos);
    this.name = name;
    this.pipe = pipe;
  }
  toString(): string {
    return `{{template ${quote(this.name)}${this.pipe === null ? '' : ` ${this.pipe}`}}}`;
  }
}

const onlySpace = /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;

/** Whether nothing but space is left of a template: such a definition replaces none that exists. */
export function isEmptyTree(node: Node): boolean {
  if (node instanceof ListNode) return node.nodes.every(isEmptyTree);
  return node instanceof TextNode && onlySpace.test(node.text);
}
