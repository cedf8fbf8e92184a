/** The parser: behaviour of Go 1.26 text/template/parse/parse.go. One file, as there, so that the two read side by side. */

import { caches } from '@mcpgw/go/bounds';
import { quote, unquote } from '@mcpgw/go/strconv';
import type { Code } from './code.js';
import { ParseError, position } from './errors.js';
import { lex } from './lex.js';
import {
  ActionNode,
  BoolNode,
  BranchNode,
  ChainNode,
  CommandNode,
  type Declarations,
  DotNode,
  ElseNode,
  EndNode,
  FieldNode,
  IdentifierNode,
  isEmptyTree,
  ListNode,
  LoopControlNode,
  NilNode,
  type Node,
  NodeBool,
  NodeBreak,
  NodeContinue,
  NodeDot,
  NodeElse,
  NodeEnd,
  NodeField,
  NodeIf,
  NodeNil,
  NodeNumber,
  NodeRange,
  NodeString,
  NodeVariable,
  NodeWith,
  NumberNode,
  PipeNode,
  type Source,
  StringNode,
  TemplateNode,
  TextNode,
  VariableNode,
} from './node.js';
import { parseNumber } from './numbers.js';
import {
  itemAssign,
  itemBlock,
  itemBool,
  itemBreak,
  itemChar,
  itemCharConstant,
  itemComplex,
  itemContinue,
  itemDeclare,
  itemDefine,
  itemDot,
  itemElse,
  itemEnd,
  itemEOF,
  itemError,
  itemField,
  itemIdentifier,
  itemIf,
  itemLeftDelim,
  itemLeftParen,
  itemNil,
  itemNumber,
  itemPipe,
  itemRange,
  itemRawString,
  itemRightDelim,
  itemRightParen,
  itemString,
  itemTemplate,
  itemText,
  itemVariable,
  itemWith,
  type Tokens,
} from './tokens.js';

/** Nested parentheses that Go accepts; the JavaScript stack ends earlier, with the same message. */
const maxStackDepth = 10000;

/** A parsed template body. Never changed after parsing, so sets share it. */
export class Tree {
  declare readonly name: string;
  declare readonly source: Source;
  /** Whether nothing but space is in it: such a definition replaces none that exists. */
  declare readonly isBlank: boolean;
  /** The executor's form of the body; made at its first execution, if not before. */
  declare code: Code | null;
  #body: ListNode | (() => ListNode);
  /** A `root` that is a function is called when the nodes are first needed. */
  constructor(name: string, root: ListNode | (() => ListNode), source: Source, isBlank: boolean, code: Code | null = null) {
    this.name = name;
    this.#body = root;
    this.source = source;
    this.isBlank = isBlank;
    this.code = code;
  }

  get root(): ListNode {
    if (typeof this.#body === 'function') this.#body = this.#body();
    return this.#body;
  }

  /** Forgets the nodes; `root` makes them again if they are needed. */
  forgetNodes(root: () => ListNode): void {
    this.#body = root;
  }
}

/** What the parsers of one text share: the body and each define and block in it have a parser of their own. */
interface Shared {
  readonly source: Source;
  readonly tokens: Tokens;
  /** The next token. */
  next: number;
  readonly trees: Map<string, Tree>;
  readonly hasFunction: (name: string) => boolean;
}

const branchTypes = { if: NodeIf, range: NodeRange, with: NodeWith } as const;
type Branch = keyof typeof branchTypes;
/** Field names seen, whatever the text. */
const fieldNames = caches.map<string, string>();
const maxFieldNames = 10000;
const noStrings: readonly string[] = [];
const noDeclarations: Declarations = { decl: [], isAssign: false };

function startsOperand(type: number): boolean {
  switch (type) {
    case itemBool:
    case itemCharConstant:
    case itemComplex:
    case itemDot:
    case itemField:
    case itemIdentifier:
    case itemNumber:
    case itemNil:
    case itemRawString:
    case itemString:
    case itemVariable:
    case itemLeftParen:
      return true;
  }
  return false;
}

/** Tokens are named by their index. */
class Parser {
  readonly #shared: Shared;
  readonly #source: Source;
  readonly #tokens: Tokens;
  /** The last token looked at: errors show its line. */
  #last = 0;
  #vars: string[] = ['$'];
  /** Offset of the delimiter that opened the current action; -1 outside. */
  #actionPos = -1;
  #rangeDepth = 0;
  #stackDepth = 0;
  /** Children collected for nodes not yet made: arrays cut out of it take no more room than they need. */
  readonly #children: Node[] = [];
  #childCount = 0;

  constructor(shared: Shared) {
    this.#shared = shared;
    this.#source = shared.source;
    this.#tokens = shared.tokens;
  }

  #peek(): number {
    const { next } = this.#shared;
    if (next > this.#last) this.#last = next;
    return next;
  }

  #next(): number {
    const next = this.#shared.next++;
    if (next > this.#last) this.#last = next;
    return next;
  }

  #addChild(node: Node): void {
    this.#children[this.#childCount++] = node;
  }

  /** The children added since `mark`. */
  #takeChildren(mark: number): Node[] {
    const taken = this.#children.slice(mark, this.#childCount);
    this.#childCount = mark;
    return taken;
  }

  #peekType(): number {
    return this.#tokens.type(this.#peek());
  }

  #backup(): void {
    this.#shared.next--;
  }

  #lineOf(pos: number): number {
    return position(this.#source.text, pos).line;
  }

  /** Go's error shows the line of the last token looked at, which may be the space in front of the next one: then `at` is where that starts. */
  #fail(reason: string, at = this.#tokens.start(this.#last)): never {
    throw new ParseError(this.#source.parseName, this.#lineOf(at), reason);
  }

  #expect(expected: number, context: string): number {
    const token = this.#next();
    if (this.#tokens.type(token) !== expected) this.#unexpected(token, context);
    return this.#tokens.start(token);
  }

  #unexpected(token: number, context: string): never {
    const tokens = this.#tokens;
    const text = tokens.describe(token);
    if (tokens.type(token) !== itemError) this.#fail(`unexpected ${text} in ${context}`);
    let extra = '';
    const line = this.#actionPos < 0 ? 0 : this.#lineOf(this.#actionPos);
    if (line !== 0 && line !== this.#lineOf(tokens.start(token))) {
      extra = `${text.endsWith(' action') ? '' : ' in action'} started at ${this.#source.parseName}:${line}`;
    }
    this.#fail(`${text}${extra}`);
  }

  #unquote(literal: string): string {
    return unquote(literal) ?? this.#fail('invalid syntax');
  }

  add(name: string, root: ListNode): void {
    const { trees } = this.#shared;
    const old = trees.get(name);
    const isBlank = isEmptyTree(root);
    if (old === undefined || old.isBlank) trees.set(name, new Tree(name, root, this.#source, isBlank));
    else if (!isBlank) this.#fail(`template: multiple definition of template ${quote(name)}`);
  }

  /** The whole text, `define` actions taken out. */
  parse(): ListNode {
    const tokens = this.#tokens;
    const shared = this.#shared;
    const pos = tokens.start(this.#peek());
    for (let type = this.#peekType(); type !== itemEOF; type = this.#peekType()) {
      if (type === itemLeftDelim && tokens.type(shared.next + 1) === itemDefine) {
        shared.next += 2;
        new Parser(shared).#parseDefinition();
        continue;
      }
      const node = this.#textOrAction();
      if (node.type === NodeEnd || node.type === NodeElse) this.#fail(`unexpected ${node}`);
      this.#addChild(node);
    }
    return new ListNode(pos, this.#takeChildren(0));
  }

  #parseDefinition(): void {
    const context = 'define clause';
    const name = this.#templateName(context);
    this.#expect(itemRightDelim, context);
    const { list, end } = this.#itemList();
    if (end.type !== NodeEnd) this.#fail(`unexpected ${end} in ${context}`);
    this.add(name, list);
  }

  /** Up to `{{end}}` or `{{else}}`, returned apart. */
  #itemList(): { list: ListNode; end: Node } {
    const pos = this.#tokens.start(this.#peek());
    const mark = this.#childCount;
    while (this.#peekType() !== itemEOF) {
      const node = this.#textOrAction();
      if (node.type === NodeEnd || node.type === NodeElse) return { list: new ListNode(pos, this.#takeChildren(mark)), end: node };
      this.#addChild(node);
    }
    this.#fail('unexpected EOF');
  }

  #textOrAction(): Node {
    const token = this.#next();
    const type = this.#tokens.type(token);
    if (type === itemText) return new TextNode(this.#tokens.start(token), this.#tokens.text(token));
    if (type !== itemLeftDelim) this.#unexpected(token, 'input');
    this.#actionPos = this.#tokens.start(token);
    const node = this.#action();
    this.#actionPos = -1;
    return node;
  }

  #action(): Node {
    const token = this.#next();
    switch (this.#tokens.type(token)) {
      case itemBlock:
        return this.#blockControl();
      case itemBreak:
        return this.#loopControl(NodeBreak, token, '{{break}}');
      case itemContinue:
        return this.#loopControl(NodeContinue, token, '{{continue}}');
      case itemElse:
        return this.#elseControl();
      case itemEnd:
        return new EndNode(this.#expect(itemRightDelim, 'end'));
      case itemIf:
        return this.#parseControl('if');
      case itemRange:
        return this.#parseControl('range');
      case itemTemplate:
        return this.#templateControl();
      case itemWith:
        return this.#parseControl('with');
    }
    this.#backup();
    return new ActionNode(this.#tokens.start(token), this.#pipeline('command', itemRightDelim));
  }

  #loopControl(type: number, keyword: number, context: string): Node {
    this.#expect(itemRightDelim, context);
    if (this.#rangeDepth === 0) this.#fail(`${context} outside {{range}}`);
    return new LoopControlNode(type, this.#tokens.start(keyword));
  }

  #declare(decl: VariableNode[], variable: number): void {
    const name = this.#tokens.text(variable);
    decl.push(new VariableNode(this.#tokens.start(variable), name, noStrings));
    this.#vars.push(name);
  }

  /** Leading `$x :=`, `$x =`, `$i, $x :=`. */
  #declarations(context: string): Declarations {
    if (this.#peekType() !== itemVariable) return noDeclarations;
    const tokens = this.#tokens;
    const decl: VariableNode[] = [];
    while (this.#peekType() === itemVariable) {
      const variable = this.#next();
      const type = this.#peekType();
      if (type === itemAssign || type === itemDeclare) {
        this.#next();
        this.#declare(decl, variable);
        return { decl, isAssign: type === itemAssign };
      }
      if (type !== itemChar || tokens.text(this.#peek()) !== ',') {
        this.#backup();
        break;
      }
      this.#next();
      this.#declare(decl, variable);
      if (context !== 'range' || decl.length >= 2) this.#fail(`too many declarations in ${context}`);
      const following = this.#peekType();
      if (following !== itemVariable && following !== itemRightDelim && following !== itemRightParen) {
        this.#fail('range can only initialize variables');
      }
    }
    return { decl, isAssign: false };
  }

  #pipeline(context: string, end: number): PipeNode {
    const pos = this.#tokens.start(this.#peek());
    const declarations = this.#declarations(context);
    const mark = this.#childCount;
    for (;;) {
      const token = this.#peek();
      const type = this.#tokens.type(token);
      if (type === end) {
        this.#next();
        const cmds = this.#takeChildren(mark) as CommandNode[];
        this.#checkPipeline(cmds, context);
        return new PipeNode(pos, declarations, cmds);
      }
      if (!startsOperand(type)) this.#unexpected(token, context);
      this.#addChild(this.#command());
    }
  }

  #checkPipeline(cmds: readonly CommandNode[], context: string): void {
    if (cmds.length === 0) this.#fail(`missing value for ${context}`);
    for (let i = 1; i < cmds.length; i++) {
      switch (cmds[i]!.args[0]!.type) {
        case NodeBool:
        case NodeDot:
        case NodeNil:
        case NodeNumber:
        case NodeString:
          this.#fail(`non executable command in pipeline stage ${i + 1}`);
      }
    }
  }

  #parseControl(context: Branch): BranchNode {
    const mark = this.#vars.length;
    const pipe = this.#pipeline(context, itemRightDelim);
    if (context === 'range') this.#rangeDepth++;
    const { list, end } = this.#itemList();
    if (context === 'range') this.#rangeDepth--;
    const elseList = end.type === NodeElse ? this.#elseList(context, end) : null;
    const declares = this.#vars.length > mark;
    this.#vars.length = mark;
    return new BranchNode(branchTypes[context], pipe, { list, elseList }, declares);
  }

  /** `else if` and `else with` are an else that holds one if or with, whose `end` ends both. */
  #elseList(context: Branch, start: Node): ListNode {
    const next = this.#peekType();
    if ((context === 'if' && next === itemIf) || (context === 'with' && next === itemWith)) {
      this.#next();
      return new ListNode(start.pos, [this.#parseControl(context)]);
    }
    const { list, end } = this.#itemList();
    if (end.type !== NodeEnd) this.#fail(`expected end; found ${end}`);
    return list;
  }

  #elseControl(): Node {
    const next = this.#peek();
    const type = this.#tokens.type(next);
    if (type === itemIf || type === itemWith) return new ElseNode(this.#tokens.start(next));
    return new ElseNode(this.#expect(itemRightDelim, 'else'));
  }

  #templateName(context: string): string {
    const token = this.#next();
    const type = this.#tokens.type(token);
    if (type !== itemString && type !== itemRawString) this.#unexpected(token, context);
    return this.#unquote(this.#tokens.text(token));
  }

  #blockControl(): Node {
    const context = 'block clause';
    const pos = this.#tokens.start(this.#peek());
    const name = this.#templateName(context);
    const pipe = this.#pipeline(context, itemRightDelim);
    const block = new Parser(this.#shared);
    const { list, end } = block.#itemList();
    if (end.type !== NodeEnd) this.#fail(`unexpected ${end} in ${context}`);
    block.add(name, list);
    return new TemplateNode(pos, name, pipe);
  }

  #templateControl(): Node {
    const context = 'template clause';
    const pos = this.#tokens.start(this.#peek());
    const name = this.#templateName(context);
    if (this.#peekType() !== itemRightDelim) return new TemplateNode(pos, name, this.#pipeline(context, itemRightDelim));
    this.#next();
    return new TemplateNode(pos, name, null);
  }

  #command(): CommandNode {
    const tokens = this.#tokens;
    const pos = tokens.start(this.#peek());
    const mark = this.#childCount;
    for (;;) {
      const operand = this.#operand();
      if (operand !== null) this.#addChild(operand);
      const token = this.#next();
      const type = tokens.type(token);
      if (type === itemPipe) break;
      if (type === itemRightDelim || type === itemRightParen) {
        this.#backup();
        break;
      }
      if (!tokens.isSpaced(token) || !startsOperand(type)) this.#unexpected(token, 'operand');
      this.#backup();
    }
    if (this.#childCount === mark) this.#fail('empty command');
    return new CommandNode(pos, this.#takeChildren(mark));
  }

  /** Whether the next token is a field that belongs to the term before it. */
  #atField(): boolean {
    const token = this.#peek();
    return this.#tokens.type(token) === itemField && !this.#tokens.isSpaced(token);
  }

  #fields(first: readonly string[]): string[] {
    const names = [...first, this.#fieldName(this.#next())];
    while (this.#atField()) names.push(this.#fieldName(this.#next()));
    return names.slice();
  }

  /** The name is one string for all its places, which makes lookups of keys faster. */
  #fieldName(token: number): string {
    const name = this.#tokens.text(token).slice(1);
    const known = fieldNames.get(name);
    if (known !== undefined) return known;
    if (fieldNames.size < maxFieldNames) fieldNames.set(name, name);
    return name;
  }

  /** A term and the fields that follow it; null where the next token starts no term. Fields stand where the first of them does. */
  #operand(): Node | null {
    const node = this.#term();
    if (node === null || !this.#atField()) return node;
    const pos = this.#tokens.start(this.#peek());
    switch (node.type) {
      case NodeField:
        return new FieldNode(pos, this.#fields((node as FieldNode).ident));
      case NodeVariable:
        return new VariableNode(pos, (node as VariableNode).name, this.#fields(noStrings));
    }
    const fields = this.#fields(noStrings);
    const tokens = this.#tokens;
    const next = this.#peek();
    switch (node.type) {
      case NodeBool:
      case NodeString:
      case NodeNumber:
      case NodeNil:
      case NodeDot:
        return this.#fail(
          `unexpected . after term ${quote(node.toString())}`,
          tokens.isSpaced(next) || tokens.type(next) === itemError ? tokens.end(next - 1) : tokens.start(next),
        );
    }
    return new ChainNode(pos, node, fields);
  }

  #term(): Node | null {
    const tokens = this.#tokens;
    const token = this.#next();
    const pos = tokens.start(token);
    const type = tokens.type(token);
    switch (type) {
      case itemIdentifier:
        return this.#identifier(pos, tokens.text(token));
      case itemDot:
        return new DotNode(pos);
      case itemNil:
        return new NilNode(pos);
      case itemVariable:
        return this.#useVar(pos, tokens.text(token));
      case itemField:
        return new FieldNode(pos, [this.#fieldName(token)]);
      case itemBool:
        return new BoolNode(pos, tokens.text(token) === 'true');
      case itemCharConstant:
      case itemComplex:
      case itemNumber:
        return this.#number(pos, type, tokens.text(token));
      case itemLeftParen:
        return this.#parenthesized();
      case itemString:
      case itemRawString: {
        const text = tokens.text(token);
        return new StringNode(pos, text, this.#unquote(text));
      }
    }
    this.#backup();
    return null;
  }

  #identifier(pos: number, name: string): Node {
    if (!this.#shared.hasFunction(name)) this.#fail(`function ${quote(name)} not defined`);
    return new IdentifierNode(pos, name);
  }

  #number(pos: number, type: number, text: string): Node {
    const value = parseNumber(type, text, message => this.#fail(message));
    return new NumberNode(pos, text, value, type);
  }

  #parenthesized(): Node {
    if (this.#stackDepth >= maxStackDepth) this.#fail('max expression depth exceeded');
    this.#stackDepth++;
    const pipe = this.#pipeline('parenthesized pipeline', itemRightParen);
    this.#stackDepth--;
    return pipe;
  }

  #useVar(pos: number, name: string): Node {
    if (!this.#vars.includes(name)) this.#fail(`undefined variable ${quote(name)}`);
    return new VariableNode(pos, name, noStrings);
  }

  /** The JavaScript stack is used up: the text nests too deep. */
  tooDeep(): never {
    this.#fail('max expression depth exceeded');
  }
}

/**
 * Parses a text; returns its templates by name, the text's own body under `name`.
 *
 * @throws ParseError with the line of the offending token
 */
export function parse(name: string, text: string, hasFunction: (name: string) => boolean): Map<string, Tree> {
  const source: Source = { parseName: name, text };
  const tokens = lex(text, { breakOK: !hasFunction('break'), continueOK: !hasFunction('continue') });
  const trees = new Map<string, Tree>();
  const parser = new Parser({ source, tokens, next: 0, trees, hasFunction });
  try {
    parser.add(name, parser.parse());
  } catch (error) {
    if (error instanceof RangeError) parser.tooDeep();
    throw error;
  }
  return trees;
}
