/** The parser: behaviour of Go 1.26 text/template/parse/parse.go. */
import { ParseError, position } from './errors.js';
import { quote, unquote } from './fmt/quote.js';
import {
  Item,
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
  itemSpace,
  itemString,
  itemTemplate,
  itemText,
  itemVariable,
  itemWith,
  Lexer,
} from './lex.js';
import {
  ActionNode,
  BoolNode,
  BranchNode,
  ChainNode,
  CommandNode,
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

/** Nested parentheses that Go accepts; the JavaScript stack ends earlier, with the same message. */
const maxStackDepth = 10000;

/** A parsed template body. Never changed after parsing, so sets share it. */
export class Tree {
  declare readonly name: string;
  declare readonly root: ListNode;
  /** The executor's form of the body, made at its first execution. */
  declare code: object | null;
  constructor(name: string, root: ListNode) {
    this.name = name;
    this.root = root;
    this.code = null;
  }
}

/** What the parsers of one text share: the body and each define and block in it have a parser of their own. */
interface Shared {
  readonly source: Source;
  readonly lex: Lexer;
  readonly trees: Map<string, Tree>;
  readonly hasFunction: (name: string) => boolean;
}

const noItem = new Item(itemEOF, 0, 'EOF');
const branchTypes = { if: NodeIf, range: NodeRange, with: NodeWith } as const;
type Branch = keyof typeof branchTypes;

class Parser {
  private readonly shared: Shared;
  private readonly source: Source;
  private readonly lex: Lexer;
  /** Three-token lookahead. */
  private readonly token: [Item, Item, Item] = [noItem, noItem, noItem];
  private peekCount = 0;
  private vars: string[] = ['$'];
  /** Offset of the delimiter that opened the current action; -1 outside. */
  private actionPos = -1;
  private rangeDepth = 0;
  private stackDepth = 0;

  constructor(shared: Shared) {
    this.shared = shared;
    this.source = shared.source;
    this.lex = shared.lex;
  }

  private next(): Item {
    if (this.peekCount > 0) this.peekCount--;
    else this.token[0] = this.lex.nextItem();
    return this.token[this.peekCount]!;
  }

  private backup(): void {
    this.peekCount++;
  }

  private backup2(first: Item): void {
    this.token[1] = first;
    this.peekCount = 2;
  }

  private backup3(first: Item, second: Item): void {
    this.token[1] = second;
    this.token[2] = first;
    this.peekCount = 3;
  }

  private peek(): Item {
    if (this.peekCount > 0) return this.token[this.peekCount - 1]!;
    this.peekCount = 1;
    this.token[0] = this.lex.nextItem();
    return this.token[0];
  }

  private nextNonSpace(): Item {
    let token = this.next();
    while (token.typ === itemSpace) token = this.next();
    return token;
  }

  private peekNonSpace(): Item {
    const token = this.nextNonSpace();
    this.backup();
    return token;
  }

  private lineOf(pos: number): number {
    return position(this.source.text, pos).line;
  }

  private fail(reason: string): never {
    throw new ParseError(this.source.parseName, this.lineOf(this.token[0].pos), reason);
  }

  private expect(expected: number, context: string): Item {
    const token = this.nextNonSpace();
    if (token.typ !== expected) this.unexpected(token, context);
    return token;
  }

  private unexpected(token: Item, context: string): never {
    if (token.typ !== itemError) this.fail(`unexpected ${token} in ${context}`);
    let extra = '';
    const line = this.actionPos < 0 ? 0 : this.lineOf(this.actionPos);
    if (line !== 0 && line !== this.lineOf(token.pos)) {
      extra = `${token.val.endsWith(' action') ? '' : ' in action'} started at ${this.source.parseName}:${line}`;
    }
    this.fail(`${token}${extra}`);
  }

  private unquote(literal: string): string {
    return unquote(literal) ?? this.fail('invalid syntax');
  }

  add(name: string, root: ListNode): void {
    const { trees } = this.shared;
    const old = trees.get(name);
    if (old === undefined || isEmptyTree(old.root)) trees.set(name, new Tree(name, root));
    else if (!isEmptyTree(root)) this.fail(`template: multiple definition of template ${quote(name)}`);
  }

  /** The whole text, `define` actions taken out. */
  parse(): ListNode {
    const root = new ListNode(this.peek().pos, this.source);
    while (this.peek().typ !== itemEOF) {
      if (this.peek().typ === itemLeftDelim) {
        const delim = this.next();
        if (this.nextNonSpace().typ === itemDefine) {
          new Parser(this.shared).parseDefinition();
          continue;
        }
        this.backup2(delim);
      }
      const node = this.textOrAction();
      if (node.type === NodeEnd || node.type === NodeElse) this.fail(`unexpected ${node}`);
      root.nodes.push(node);
    }
    return root;
  }

  private parseDefinition(): void {
    const context = 'define clause';
    const token = this.nextNonSpace();
    if (token.typ !== itemString && token.typ !== itemRawString) this.unexpected(token, context);
    const name = this.unquote(token.val);
    this.expect(itemRightDelim, context);
    const { list, end } = this.itemList();
    if (end.type !== NodeEnd) this.fail(`unexpected ${end} in ${context}`);
    this.add(name, list);
  }

  /** Up to `{{end}}` or `{{else}}`, returned apart. */
  private itemList(): { list: ListNode; end: Node } {
    const list = new ListNode(this.peekNonSpace().pos, this.source);
    while (this.peekNonSpace().typ !== itemEOF) {
      const node = this.textOrAction();
      if (node.type === NodeEnd || node.type === NodeElse) return { list, end: node };
      list.nodes.push(node);
    }
    this.fail('unexpected EOF');
  }

  private textOrAction(): Node {
    const token = this.nextNonSpace();
    if (token.typ === itemText) return new TextNode(token.pos, this.source, token.val);
    if (token.typ !== itemLeftDelim) this.unexpected(token, 'input');
    this.actionPos = token.pos;
    const node = this.action();
    this.actionPos = -1;
    return node;
  }

  private action(): Node {
    const token = this.nextNonSpace();
    switch (token.typ) {
      case itemBlock:
        return this.blockControl();
      case itemBreak:
        return this.loopControl(NodeBreak, token, '{{break}}');
      case itemContinue:
        return this.loopControl(NodeContinue, token, '{{continue}}');
      case itemElse:
        return this.elseControl();
      case itemEnd:
        return new EndNode(this.expect(itemRightDelim, 'end').pos, this.source);
      case itemIf:
        return this.parseControl('if');
      case itemRange:
        return this.parseControl('range');
      case itemTemplate:
        return this.templateControl();
      case itemWith:
        return this.parseControl('with');
    }
    this.backup();
    const { pos } = this.peek();
    return new ActionNode(pos, this.source, this.pipeline('command', itemRightDelim));
  }

  private loopControl(type: number, keyword: Item, context: string): Node {
    const token = this.nextNonSpace();
    if (token.typ !== itemRightDelim) this.unexpected(token, context);
    if (this.rangeDepth === 0) this.fail(`${context} outside {{range}}`);
    return new LoopControlNode(type, keyword.pos, this.source);
  }

  private declare(pipe: PipeNode, variable: Item): void {
    pipe.decl.push(new VariableNode(variable.pos, this.source, variable.val, []));
    this.vars.push(variable.val);
  }

  /** Leading `$x :=`, `$x =`, `$i, $x :=`. */
  private declarations(pipe: PipeNode, context: string): void {
    for (;;) {
      const variable = this.peekNonSpace();
      if (variable.typ !== itemVariable) return;
      this.next();
      // "$x foo" needs three tokens to tell an argument from a declaration, space being a token.
      const afterVariable = this.peek();
      const next = this.peekNonSpace();
      if (next.typ === itemAssign || next.typ === itemDeclare) {
        pipe.isAssign = next.typ === itemAssign;
        this.nextNonSpace();
        this.declare(pipe, variable);
        return;
      }
      if (next.typ !== itemChar || next.val !== ',') {
        if (afterVariable.typ === itemSpace) this.backup3(variable, afterVariable);
        else this.backup2(variable);
        return;
      }
      this.nextNonSpace();
      this.declare(pipe, variable);
      if (context !== 'range' || pipe.decl.length >= 2) this.fail(`too many declarations in ${context}`);
      const { typ } = this.peekNonSpace();
      if (typ !== itemVariable && typ !== itemRightDelim && typ !== itemRightParen) this.fail('range can only initialize variables');
    }
  }

  private pipeline(context: string, end: number): PipeNode {
    const pipe = new PipeNode(this.peekNonSpace().pos, this.source);
    this.declarations(pipe, context);
    for (;;) {
      const token = this.nextNonSpace();
      switch (token.typ) {
        case end:
          this.checkPipeline(pipe, context);
          return pipe;
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
          this.backup();
          pipe.cmds.push(this.command());
          break;
        default:
          this.unexpected(token, context);
      }
    }
  }

  private checkPipeline(pipe: PipeNode, context: string): void {
    if (pipe.cmds.length === 0) this.fail(`missing value for ${context}`);
    for (let i = 1; i < pipe.cmds.length; i++) {
      switch (pipe.cmds[i]!.args[0]!.type) {
        case NodeBool:
        case NodeDot:
        case NodeNil:
        case NodeNumber:
        case NodeString:
          this.fail(`non executable command in pipeline stage ${i + 1}`);
      }
    }
  }

  private parseControl(context: Branch): BranchNode {
    const mark = this.vars.length;
    const pipe = this.pipeline(context, itemRightDelim);
    if (context === 'range') this.rangeDepth++;
    const { list, end } = this.itemList();
    if (context === 'range') this.rangeDepth--;
    const elseList = end.type === NodeElse ? this.elseList(context, end) : null;
    this.vars.length = mark;
    return new BranchNode(branchTypes[context], this.source, pipe, list, elseList);
  }

  /** `else if` and `else with` are an else that holds one if or with, whose `end` ends both. */
  private elseList(context: Branch, start: Node): ListNode {
    const next = this.peek().typ;
    if ((context === 'if' && next === itemIf) || (context === 'with' && next === itemWith)) {
      this.next();
      const nested = new ListNode(start.pos, this.source);
      nested.nodes.push(this.parseControl(context));
      return nested;
    }
    const { list, end } = this.itemList();
    if (end.type !== NodeEnd) this.fail(`expected end; found ${end}`);
    return list;
  }

  private elseControl(): Node {
    const next = this.peekNonSpace();
    if (next.typ === itemIf || next.typ === itemWith) return new ElseNode(next.pos, this.source);
    return new ElseNode(this.expect(itemRightDelim, 'else').pos, this.source);
  }

  private templateName(token: Item, context: string): string {
    if (token.typ !== itemString && token.typ !== itemRawString) this.unexpected(token, context);
    return this.unquote(token.val);
  }

  private blockControl(): Node {
    const context = 'block clause';
    const token = this.nextNonSpace();
    const name = this.templateName(token, context);
    const pipe = this.pipeline(context, itemRightDelim);
    const block = new Parser(this.shared);
    const { list, end } = block.itemList();
    if (end.type !== NodeEnd) this.fail(`unexpected ${end} in ${context}`);
    block.add(name, list);
    return new TemplateNode(token.pos, this.source, name, pipe);
  }

  private templateControl(): Node {
    const context = 'template clause';
    const token = this.nextNonSpace();
    const name = this.templateName(token, context);
    if (this.nextNonSpace().typ === itemRightDelim) return new TemplateNode(token.pos, this.source, name, null);
    this.backup();
    return new TemplateNode(token.pos, this.source, name, this.pipeline(context, itemRightDelim));
  }

  private command(): CommandNode {
    const cmd = new CommandNode(this.peekNonSpace().pos, this.source);
    for (;;) {
      this.peekNonSpace();
      const operand = this.operand();
      if (operand !== null) cmd.args.push(operand);
      const token = this.next();
      if (token.typ === itemSpace) continue;
      if (token.typ === itemRightDelim || token.typ === itemRightParen) this.backup();
      else if (token.typ !== itemPipe) this.unexpected(token, 'operand');
      break;
    }
    if (cmd.args.length === 0) this.fail('empty command');
    return cmd;
  }

  /** A term and the fields that follow it; null where the next token starts no term. */
  private operand(): Node | null {
    const node = this.term();
    if (node === null || this.peek().typ !== itemField) return node;
    const chain = new ChainNode(this.peek().pos, this.source, node);
    while (this.peek().typ === itemField) chain.field.push(this.next().val.slice(1));
    switch (node.type) {
      case NodeField:
        return new FieldNode(chain.pos, this.source, [...(node as FieldNode).ident, ...chain.field]);
      case NodeVariable:
        return new VariableNode(chain.pos, this.source, (node as VariableNode).name, chain.field);
      case NodeBool:
      case NodeString:
      case NodeNumber:
      case NodeNil:
      case NodeDot:
        return this.fail(`unexpected . after term ${quote(node.toString())}`);
    }
    return chain;
  }

  private term(): Node | null {
    const token = this.nextNonSpace();
    switch (token.typ) {
      case itemIdentifier:
        if (!this.shared.hasFunction(token.val)) this.fail(`function ${quote(token.val)} not defined`);
        return new IdentifierNode(token.pos, this.source, token.val);
      case itemDot:
        return new DotNode(token.pos, this.source);
      case itemNil:
        return new NilNode(token.pos, this.source);
      case itemVariable:
        return this.useVar(token);
      case itemField:
        return new FieldNode(token.pos, this.source, [token.val.slice(1)]);
      case itemBool:
        return new BoolNode(token.pos, this.source, token.val === 'true');
      case itemCharConstant:
      case itemComplex:
      case itemNumber:
        return new NumberNode(
          token.pos,
          this.source,
          token.val,
          parseNumber(token, message => this.fail(message)),
        );
      case itemLeftParen:
        return this.parenthesized();
      case itemString:
      case itemRawString:
        return new StringNode(token.pos, this.source, token.val, this.unquote(token.val));
    }
    this.backup();
    return null;
  }

  private parenthesized(): Node {
    if (this.stackDepth >= maxStackDepth) this.fail('max expression depth exceeded');
    this.stackDepth++;
    const pipe = this.pipeline('parenthesized pipeline', itemRightParen);
    this.stackDepth--;
    return pipe;
  }

  private useVar(token: Item): Node {
    if (!this.vars.includes(token.val)) this.fail(`undefined variable ${quote(token.val)}`);
    return new VariableNode(token.pos, this.source, token.val, []);
  }

  /** The JavaScript stack is used up: the text nests too deep. */
  tooDeep(): never {
    this.fail('max expression depth exceeded');
  }
}

/**
 * Parses a text; returns its templates by name, the text's own body under `name`.
 * Throws ParseError with the line of the offending token.
 */
export function parse(name: string, text: string, hasFunction: (name: string) => boolean): Map<string, Tree> {
  const source: Source = { parseName: name, text };
  const lex = new Lexer(text, { breakOK: !hasFunction('break'), continueOK: !hasFunction('continue') });
  const trees = new Map<string, Tree>();
  const parser = new Parser({ source, lex, trees, hasFunction });
  try {
    parser.add(name, parser.parse());
  } catch (error) {
    if (error instanceof RangeError) parser.tooDeep();
    throw error;
  }
  return trees;
}
