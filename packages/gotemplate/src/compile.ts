/**
 * Turns a parsed body into the code of code.ts. The walk follows the walk and eval functions of Go 1.26 text/template/exec.go;
 * instructions rather than recursion, so that templates that run templates (template, include, tpl) take no JavaScript stack,
 * however deep.
 */
import { BudgetError } from './budget.js';
import {
  Code,
  digs,
  fromFunction,
  hasFinal,
  isLast,
  isOr,
  OpArgBool,
  OpArgChain,
  OpArgDot,
  OpArgField,
  OpArgFunction,
  OpArgNil,
  OpArgNumber,
  OpArgPipe,
  OpArgString,
  OpArgVariable,
  OpAssign,
  OpBeginAndOr,
  OpBeginCall,
  OpBeginMethod,
  OpBreak,
  OpCall,
  OpChain,
  OpContinue,
  OpDeclare,
  OpDot,
  OpEndWith,
  OpFalse,
  OpField,
  OpFindTemplate,
  OpFixedVariable,
  OpJump,
  OpJumpFalse,
  OpMark,
  OpNext,
  OpNil,
  OpNumber,
  OpPop,
  OpPrint,
  OpRange,
  OpRawString,
  OpReturn,
  OpString,
  OpTemplate,
  OpTestAndOr,
  OpText,
  OpTrue,
  OpUnmark,
  OpVariable,
  OpWith,
  Strings,
} from './code.js';
import { CodeWriter } from './code-writer.js';
import { idealConstant } from './constant.js';
import {
  type ActionNode,
  type BoolNode,
  type BranchNode,
  type ChainNode,
  type CommandNode,
  type FieldNode,
  type IdentifierNode,
  type ListNode,
  type Node,
  NodeAction,
  NodeBool,
  NodeBreak,
  NodeChain,
  NodeContinue,
  NodeDot,
  NodeField,
  NodeIdentifier,
  NodeIf,
  NodeNil,
  NodeNumber,
  NodePipe,
  NodeRange,
  NodeString,
  NodeTemplate,
  NodeText,
  NodeVariable,
  NodeWith,
  type NumberNode,
  type PipeNode,
  type StringNode,
  type TemplateNode,
  type TextNode,
  type VariableNode,
} from './node.js';
import type { Tree } from './parse.js';

function fieldsOf(node: FieldNode | ChainNode | VariableNode): readonly string[] {
  if (node.type === NodeField) return (node as FieldNode).ident;
  return node.type === NodeChain ? (node as ChainNode).field : (node as VariableNode).fields;
}

/** Longer raw strings are taken from the source. Actions whose code is another's have none. */
const maxNamed = 100;

class Compiler extends CodeWriter {
  walkList(list: ListNode): void {
    const { nodes } = list;
    for (let i = 0; i < nodes.length; i++) this.walk(nodes[i]!);
  }

  private walk(node: Node): void {
    switch (node.type) {
      case NodeText:
        this.op(OpText, node);
        this.code.push(this.constants.push((node as TextNode).text) - 1, node.pos, (node as TextNode).text.length);
        return;
      case NodeAction:
        this.walkAction(node as ActionNode);
        return;
      case NodeIf:
      case NodeWith:
        this.walkIfOrWith(node as BranchNode);
        return;
      case NodeRange:
        this.walkRange(node as BranchNode);
        return;
      case NodeTemplate:
        this.walkTemplate(node as TemplateNode);
        return;
      case NodeBreak:
        this.op(OpBreak, node);
        return;
      case NodeContinue:
        this.op(OpContinue, node);
        return;
    }
    throw new Error(`unknown node: ${node.type}`);
  }

  private walkAction(node: ActionNode): void {
    this.evalPipeline(node.pipe);
    this.op(node.pipe.decl.length === 0 ? OpPrint : OpPop, node);
  }

  private walkIfOrWith(node: BranchNode): void {
    if (node.declares) this.op(OpMark, node);
    this.evalPipeline(node.pipe);
    const test = this.jump(node.type === NodeWith ? OpWith : OpJumpFalse, node);
    this.walkList(node.list);
    if (node.type === NodeWith) this.op(OpEndWith, node);
    if (node.elseList === null) this.land(test);
    else {
      const end = this.jump(OpJump, node);
      this.land(test);
      this.walkList(node.elseList);
      this.land(end);
    }
    if (node.declares) this.op(OpUnmark, node);
  }

  private walkRange(node: BranchNode): void {
    const { decl, isAssign } = node.pipe;
    if (node.declares) this.op(OpMark, node);
    this.evalPipeline(node.pipe);
    const start = this.jump(OpRange, node);
    this.code.push(decl.length);
    const next = this.jump(OpNext, node);
    this.code.push(isAssign ? 1 : 0);
    this.names(decl);
    this.walkList(node.list);
    const again = this.op(OpJump, node);
    this.code.push(next - again);
    this.land(start);
    if (node.elseList !== null) this.walkList(node.elseList);
    this.land(next);
    if (node.declares) this.op(OpUnmark, node);
  }

  private walkTemplate(node: TemplateNode): void {
    this.op(OpFindTemplate, node);
    this.text(node.name);
    if (node.pipe !== null) this.evalPipeline(node.pipe);
    this.op(OpTemplate, node);
    this.text(node.name);
    this.code.push(node.pipe === null ? 0 : hasFinal);
  }

  /** Leaves the pipeline's value on the stack. */
  private evalPipeline(pipe: PipeNode): void {
    const cmds = this.nodes === null ? pipe.equalCmds : pipe.cmds;
    for (let i = 0; i < cmds.length; i++) this.evalCommand(pipe, cmds[i]!, i > 0 ? hasFinal : 0);
    if (pipe.decl.length === 0) return;
    this.op(pipe.isAssign ? OpAssign : OpDeclare, pipe);
    this.names(pipe.decl);
  }

  private notAFunction(first: Node, cmd: CommandNode, final: number): boolean {
    return (cmd.args.length > 1 || final !== 0) && first.type !== NodeIdentifier;
  }

  private evalCommand(pipe: PipeNode, cmd: CommandNode, final: number): void {
    const first = cmd.args[0]!;
    switch (first.type) {
      case NodeField:
      case NodeChain:
        this.evalFields(first as FieldNode | ChainNode, cmd, final);
        return;
      case NodeIdentifier:
        this.evalFunction(first as IdentifierNode, cmd, cmd.args, final | digs);
        return;
      case NodeVariable:
        this.evalVariable(first as VariableNode, cmd, final);
        return;
      case NodePipe:
        if (!this.notAFunction(first, cmd, final)) this.evalPipeline(first as PipeNode);
        else if (final === 0) this.fail(pipe, `can't give argument to non-function ${first}`);
        else this.failHere(pipe, `can't give argument to non-function ${first}`);
        return;
    }
    if (this.notAFunction(first, cmd, final)) this.fail(first, `can't give argument to non-function ${first}`);
    else if (first.type === NodeNil) this.fail(first, 'nil is not a command');
    else this.evalOperand(first, digs);
  }

  /** Dot or a literal. */
  private evalOperand(node: Node, flags: number): void {
    switch (node.type) {
      case NodeDot:
        this.op(OpDot, node);
        this.code.push(flags);
        return;
      case NodeNil:
        this.op(OpNil, node);
        return;
      case NodeBool:
        this.op((node as BoolNode).value ? OpTrue : OpFalse, node);
        return;
      case NodeString:
        this.string(node as StringNode);
        return;
    }
    const number = node as NumberNode;
    if (idealConstant(number) === null) this.fail(node, `${node} overflows int`);
    else this.number(OpNumber, number);
  }

  private string(node: StringNode): void {
    const { text, quoted, pos } = node;
    if (text.length > maxNamed && quoted[0] === '`' && quoted.length === text.length + 2) {
      this.op(OpRawString, node);
      this.code.push(this.constants.push(text) - 1, pos + 1, text.length);
    } else {
      this.op(OpString, node);
      this.text(text);
    }
  }

  private number(op: number, node: NumberNode): void {
    this.op(op, node);
    this.code.push(this.constants.push(node) - 1);
    this.text(node.text);
    this.code.push(node.token);
  }

  private evalVariable(node: VariableNode, cmd: CommandNode, final: number): void {
    const called = cmd.args.length > 1 || final !== 0;
    if (!called) this.variable(node, digs);
    else if (node.fields.length > 0) this.evalMethod(node, cmd, final);
    else {
      this.op(OpFixedVariable, node);
      this.text(node.name);
      this.fail(node, `can't give argument to non-function ${node}`);
    }
  }

  private variable(node: VariableNode, flags: number): void {
    this.op(OpVariable, node);
    this.code.push(flags);
    this.text(node.name);
    this.fields(node.fields);
  }

  private field(node: FieldNode, flags: number): void {
    this.op(OpField, node);
    this.code.push(flags);
    this.fields(node.ident);
  }

  /** The fields of a chain whose receiver is on the stack. */
  private chain(node: ChainNode, flags: number): void {
    this.op(OpChain, node);
    this.code.push(flags | this.receiverFlags(node));
    this.text(this.receiverName(node));
    this.fields(node.field);
  }

  private evalFields(node: FieldNode | ChainNode, cmd: CommandNode, final: number): void {
    if (node.type === NodeChain) this.evalReceiver(node as ChainNode);
    if (cmd.args.length > 1 || final !== 0) this.evalMethod(node, cmd, final);
    else if (node.type === NodeChain) this.chain(node as ChainNode, digs);
    else this.field(node as FieldNode, digs);
  }

  private receiverFlags(node: Node): number {
    return node.type === NodeChain && (node as ChainNode).node.type === NodeIdentifier ? fromFunction : 0;
  }

  /** The variable, or the function of a chain, that a method's receiver comes from. */
  private receiverName(node: Node): string {
    if (node.type === NodeVariable) return (node as VariableNode).name;
    return this.receiverFlags(node) === 0 ? '' : ((node as ChainNode).node as IdentifierNode).ident;
  }

  private evalReceiver(chain: ChainNode): void {
    if (chain.node.type === NodePipe) this.evalPipeline(chain.node as PipeNode);
    else if (chain.node.type === NodeIdentifier) this.evalFunction(chain.node as IdentifierNode, chain.node, [], 0);
    else this.fail(chain, `indirection through explicit nil in ${chain}`);
  }

  /** A field at the end of a chain, with arguments: only a method takes them. */
  private evalMethod(node: FieldNode | ChainNode | VariableNode, cmd: CommandNode, final: number): void {
    const begin = this.op(OpBeginMethod, node);
    this.code.push(cmd.args.length - 1, final | digs | this.receiverFlags(node), 0, node.type);
    this.text(this.receiverName(node));
    this.fields(fieldsOf(node));
    this.evalArgs(cmd.args);
    this.call(node, final | digs, '');
    this.land(begin, 3);
  }

  private call(node: Node, flags: number, called: string): void {
    this.op(OpCall, node);
    this.code.push(flags);
    this.text(called);
  }

  private evalFunction(node: IdentifierNode, cmd: Node, args: readonly Node[], flags: number): void {
    if (node.ident === 'and' || node.ident === 'or') {
      this.evalAndOr(node, args, flags);
      return;
    }
    this.op(OpBeginCall, node);
    this.text(node.ident);
    this.code.push(Math.max(0, args.length - 1), flags);
    this.evalArgs(args);
    this.call(cmd, flags, node.ident === 'call' && args.length > 1 ? args[1]!.toString() : '');
  }

  private evalArgs(args: readonly Node[]): void {
    for (let i = 1; i < args.length; i++) this.evalArg(args[i]!);
  }

  private evalArg(node: Node): void {
    switch (node.type) {
      case NodePipe:
        this.evalPipeline(node as PipeNode);
        this.op(OpArgPipe, node);
        return;
      case NodeIdentifier:
        this.evalFunction(node as IdentifierNode, node, [], 0);
        this.op(OpArgFunction, node);
        this.text((node as IdentifierNode).ident);
        return;
      case NodeChain:
        this.evalReceiver(node as ChainNode);
        this.chain(node as ChainNode, 0);
        this.op(OpArgChain, node);
        return;
      case NodeNumber:
        this.number(OpArgNumber, node as NumberNode);
        return;
    }
    this.simpleArg(node);
  }

  private simpleArg(node: Node): void {
    switch (node.type) {
      case NodeDot:
        this.op(OpArgDot, node);
        return;
      case NodeField:
        this.op(OpArgField, node);
        this.fields((node as FieldNode).ident);
        return;
      case NodeVariable:
        this.op(OpArgVariable, node);
        this.text((node as VariableNode).name);
        this.fields((node as VariableNode).fields);
        return;
      case NodeNil:
        this.op(OpArgNil, node);
        return;
      case NodeBool:
        this.op(OpArgBool, node);
        this.code.push((node as BoolNode).value ? 1 : 0);
        return;
    }
    this.op(OpArgString, node);
    this.text((node as StringNode).text);
  }

  /** Builtin and/or stop at the argument that decides. */
  private evalAndOr(node: IdentifierNode, args: readonly Node[], flags: number): void {
    const or = node.ident === 'or' ? isOr : 0;
    this.op(OpBeginAndOr, node);
    this.code.push(Math.max(0, args.length - 1), flags);
    const tests: number[] = [];
    for (let i = 1; i < args.length; i++) {
      this.evalRaw(args[i]!);
      tests.push(this.op(OpTestAndOr, node));
      this.code.push(flags | or | (i === args.length - 1 ? isLast : 0), 0);
    }
    for (const test of tests) this.land(test, 2);
  }

  /** An argument taken as it is, whatever its type. */
  private evalRaw(node: Node): void {
    switch (node.type) {
      case NodePipe:
        this.evalPipeline(node as PipeNode);
        return;
      case NodeIdentifier:
        this.evalFunction(node as IdentifierNode, node, [], 0);
        return;
      case NodeChain:
        this.evalReceiver(node as ChainNode);
        this.chain(node as ChainNode, 0);
        return;
      case NodeField:
        this.field(node as FieldNode, 0);
        return;
      case NodeVariable:
        this.variable(node as VariableNode, 0);
        return;
    }
    this.evalOperand(node, 0);
  }
}

/** The code of a body; `nodes` is told what each instruction was made of. Throws BudgetError. */
export function compile(
  list: ListNode,
  strings: Strings,
  nodes: Map<number, Node> | null = null,
): { code: number[]; constants: unknown[] } {
  const compiler = new Compiler(strings, nodes);
  try {
    compiler.walkList(list);
  } catch (error) {
    throw error instanceof RangeError ? new BudgetError('depth', 'template nests too deep') : error;
  }
  compiler.code.push(OpReturn);
  return compiler;
}

/** Strings of code that is not kept are shared, up to so many. */
const maxStrings = 20_000;
const maxSize = 1_000_000;
let shared = new Strings();

function sharedStrings(): Strings {
  if (shared.list.length > maxStrings || shared.size > maxSize) shared = new Strings();
  return shared;
}

/** The code of a template; made once. Throws BudgetError where an expression nests deeper than the JavaScript stack. */
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
