/**
 * Turns a parsed body into a flat list of instructions for exec.ts. The walk follows the walk and eval functions of
 * Go 1.26 text/template/exec.go; instructions rather than recursion, so that templates that run templates
 * (template, include, tpl) take no JavaScript stack, however deep.
 */
import { BudgetError } from './budget.js';
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

export const OpReturn = 0;
export const OpText = 1;
export const OpAt = 2;
export const OpPrint = 3;
export const OpPop = 4;
export const OpConst = 5;
export const OpDot = 6;
export const OpField = 7;
export const OpVariable = 8;
export const OpChain = 9;
const OpFail = 10;
export const OpBeginCall = 11;
export const OpBeginMethod = 12;
export const OpArg = 13;
export const OpArgPop = 14;
export const OpCall = 15;
export const OpBeginAndOr = 16;
export const OpOperand = 17;
export const OpTestAndOr = 18;
export const OpDeclare = 19;
export const OpAssign = 20;
export const OpMark = 21;
export const OpUnmark = 22;
export const OpJump = 23;
export const OpJumpFalse = 24;
export const OpWith = 25;
export const OpEndWith = 26;
export const OpRange = 27;
export const OpNext = 28;
export const OpBreak = 29;
export const OpContinue = 30;
export const OpFindTemplate = 31;
export const OpTemplate = 32;
export const OpFixedVariable = 33;
export const OpBody = 34;
export const OpEndBody = 35;

/** Bits of `flags`. */
export const hasFinal = 1;
/** The result is a command's: one level of interface is taken off, so that nil becomes no value. */
export const digs = 2;
export const isOr = 4;
export const isLast = 8;
/** A chain's receiver comes from a function, whose static result type errors show. */
export const fromFunction = 16;

export class Instruction {
  declare readonly op: number;
  declare readonly node: Node;
  declare readonly arg: unknown;
  declare readonly flags: number;
  /** Where to go on. */
  declare jump: number;
  constructor(op: number, node: Node, arg: unknown, flags: number) {
    this.op = op;
    this.node = node;
    this.arg = arg;
    this.flags = flags;
    this.jump = 0;
  }
}

export type Code = readonly Instruction[];

/** The body of a branch: compiled when it is first run, since much of a chart is switched off. */
export class Body {
  declare readonly list: ListNode;
  declare code: Code | null;
  constructor(list: ListNode) {
    this.list = list;
    this.code = null;
  }
}

/** Bodies of so few simple nodes are not worth a compilation of their own. */
const maxInlineNodes = 3;
const isSimple = (node: Node): boolean => node.type === NodeText || node.type === NodeAction;
export const isInline = (list: ListNode): boolean => list.nodes.length <= maxInlineNodes && list.nodes.every(isSimple);

class Compiler {
  readonly code: Instruction[] = [];

  private emit(op: number, node: Node, arg: unknown = null, flags = 0): Instruction {
    const instruction = new Instruction(op, node, arg, flags);
    this.code.push(instruction);
    return instruction;
  }

  /** Makes an instruction go on at what comes next. */
  private land(instruction: Instruction): void {
    instruction.jump = this.code.length;
  }

  walkList(list: ListNode): void {
    for (const node of list.nodes) this.walk(node);
  }

  private walkBody(list: ListNode): void {
    if (!list.isPending && isInline(list)) this.walkList(list);
    else this.emit(OpBody, list, new Body(list));
  }

  private walk(node: Node): void {
    switch (node.type) {
      case NodeText:
        this.emit(OpText, node, (node as TextNode).text);
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
        this.emit(OpBreak, node);
        return;
      case NodeContinue:
        this.emit(OpContinue, node);
        return;
    }
    throw new Error(`unknown node: ${node.type}`);
  }

  private walkAction(node: ActionNode): void {
    this.evalPipeline(node.pipe);
    this.emit(node.pipe.decl.length === 0 ? OpPrint : OpPop, node);
  }

  private walkIfOrWith(node: BranchNode): void {
    this.emit(OpMark, node);
    this.evalPipeline(node.pipe);
    const test = this.emit(node.type === NodeWith ? OpWith : OpJumpFalse, node);
    this.walkBody(node.list);
    if (node.type === NodeWith) this.emit(OpEndWith, node);
    if (node.elseList === null) this.land(test);
    else {
      const end = this.emit(OpJump, node);
      this.land(test);
      this.walkBody(node.elseList);
      this.land(end);
    }
    this.emit(OpUnmark, node);
  }

  private walkRange(node: BranchNode): void {
    this.emit(OpMark, node);
    this.evalPipeline(node.pipe);
    const start = this.emit(OpRange, node);
    const top = this.code.length;
    const next = this.emit(OpNext, node);
    this.walkBody(node.list);
    this.emit(OpJump, node).jump = top;
    this.land(start);
    if (node.elseList !== null) this.walkBody(node.elseList);
    this.land(next);
    this.emit(OpUnmark, node);
  }

  private walkTemplate(node: TemplateNode): void {
    this.emit(OpFindTemplate, node);
    if (node.pipe !== null) this.evalPipeline(node.pipe);
    this.emit(OpTemplate, node, null, node.pipe === null ? 0 : hasFinal);
  }

  /** Leaves the pipeline's value on the stack. */
  private evalPipeline(pipe: PipeNode): void {
    for (let i = 0; i < pipe.cmds.length; i++) this.evalCommand(pipe, pipe.cmds[i]!, i > 0 ? hasFinal : 0);
    if (pipe.decl.length > 0) this.emit(pipe.isAssign ? OpAssign : OpDeclare, pipe);
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
        if (final === 0) this.emit(OpAt, pipe);
        if (this.notAFunction(first, cmd, final)) this.emit(OpFail, first, `can't give argument to non-function ${first}`);
        else this.evalPipeline(first as PipeNode);
        return;
    }
    this.emit(OpAt, first);
    if (this.notAFunction(first, cmd, final)) this.emit(OpFail, first, `can't give argument to non-function ${first}`);
    else this.evalOperand(first);
  }

  private evalOperand(node: Node): void {
    switch (node.type) {
      case NodeBool:
        this.emit(OpConst, node, (node as BoolNode).value);
        return;
      case NodeDot:
        this.emit(OpDot, node);
        return;
      case NodeString:
        this.emit(OpConst, node, (node as StringNode).text);
        return;
      case NodeNumber: {
        const value = idealConstant(node as NumberNode);
        if (value === null) this.emit(OpFail, node, `${node} overflows int`);
        else this.emit(OpConst, node, value);
        return;
      }
    }
    this.emit(OpFail, node, 'nil is not a command');
  }

  private evalVariable(node: VariableNode, cmd: CommandNode, final: number): void {
    const called = cmd.args.length > 1 || final !== 0;
    if (!called) this.emit(OpVariable, node, null, digs);
    else if (node.fields.length > 0) this.evalMethod(node, cmd, final);
    else {
      this.emit(OpFixedVariable, node);
      this.emit(OpFail, node, `can't give argument to non-function ${node}`);
    }
  }

  private evalFields(node: FieldNode | ChainNode, cmd: CommandNode, final: number): void {
    if (node.type === NodeChain) this.evalReceiver(node as ChainNode);
    if (cmd.args.length > 1 || final !== 0) this.evalMethod(node, cmd, final);
    else this.emit(node.type === NodeChain ? OpChain : OpField, node, null, digs | this.receiverFlags(node));
  }

  private receiverFlags(node: Node): number {
    return node.type === NodeChain && (node as ChainNode).node.type === NodeIdentifier ? fromFunction : 0;
  }

  private evalReceiver(chain: ChainNode): void {
    this.emit(OpAt, chain);
    if (chain.node.type === NodePipe) this.evalPipeline(chain.node as PipeNode);
    else if (chain.node.type === NodeIdentifier) this.evalFunction(chain.node as IdentifierNode, chain.node, [], 0);
    else this.emit(OpFail, chain, `indirection through explicit nil in ${chain}`);
  }

  /** A field at the end of a chain, with arguments: only a method takes them. */
  private evalMethod(node: Node, cmd: CommandNode, final: number): void {
    const begin = this.emit(OpBeginMethod, node, cmd.args.length - 1, final | digs | this.receiverFlags(node));
    this.evalArgs(cmd.args);
    this.emit(OpCall, node, null, final | digs);
    this.land(begin);
  }

  private evalFunction(node: IdentifierNode, cmd: Node, args: readonly Node[], flags: number): void {
    if (node.ident === 'and' || node.ident === 'or') {
      this.evalAndOr(node, args, flags);
      return;
    }
    this.emit(OpBeginCall, node, Math.max(0, args.length - 1), flags);
    this.evalArgs(args);
    this.emit(OpCall, cmd, node.ident === 'call' && args.length > 1 ? args[1] : null, flags);
  }

  private evalArgs(args: readonly Node[]): void {
    for (let i = 1; i < args.length; i++) {
      const arg = args[i]!;
      switch (arg.type) {
        case NodePipe:
          this.evalPipeline(arg as PipeNode);
          this.emit(OpArgPop, arg);
          break;
        case NodeIdentifier:
          this.evalFunction(arg as IdentifierNode, arg, [], 0);
          this.emit(OpArgPop, arg);
          break;
        case NodeChain:
          this.evalReceiver(arg as ChainNode);
          this.emit(OpChain, arg, null, this.receiverFlags(arg));
          this.emit(OpArgPop, arg);
          break;
        default:
          this.emit(OpArg, arg);
      }
    }
  }

  /** Builtin and/or stop at the argument that decides. */
  private evalAndOr(node: IdentifierNode, args: readonly Node[], flags: number): void {
    const or = node.ident === 'or' ? isOr : 0;
    this.emit(OpBeginAndOr, node, Math.max(0, args.length - 1), flags);
    const tests: Instruction[] = [];
    for (let i = 1; i < args.length; i++) {
      this.evalRaw(args[i]!);
      tests.push(this.emit(OpTestAndOr, node, null, flags | or | (i === args.length - 1 ? isLast : 0)));
    }
    for (const test of tests) this.land(test);
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
        this.emit(OpChain, node, null, this.receiverFlags(node));
        return;
    }
    this.emit(OpOperand, node);
  }
}

function compile(list: ListNode, end: number): Code {
  const compiler = new Compiler();
  try {
    compiler.walkList(list);
  } catch (error) {
    throw error instanceof RangeError ? new BudgetError('depth', 'template nests too deep') : error;
  }
  compiler.code.push(new Instruction(end, list, null, 0));
  return compiler.code;
}

/** The instructions of a template; made once. Throws BudgetError where an expression nests deeper than the JavaScript stack. */
export function codeOf(tree: Tree): Code {
  tree.code ??= compile(tree.root, OpReturn);
  return tree.code as Code;
}

/** The instructions of a branch's body; made once. Throws BudgetError. */
export function bodyOf(body: Body): Code {
  body.code ??= compile(body.list, OpEndBody);
  return body.code;
}
