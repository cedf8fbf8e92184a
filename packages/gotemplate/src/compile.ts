/**
 * Turns a parsed body into the code of code.ts. The walk follows the walk and eval functions of Go 1.26 text/template/exec.go;
 * instructions rather than recursion, so that templates that run templates (template, include, tpl) take no JavaScript stack,
 * however deep.
 */
import { BudgetError } from './budget.js';
import { digs, fromFunction, hasFinal, isLast, isOr, type Strings } from './code.js';
import { ahead, CodeWriter } from './code-writer.js';
import { idealConstant } from './constant.js';
import {
  writeArgBool,
  writeArgChain,
  writeArgDot,
  writeArgField,
  writeArgFunction,
  writeArgNil,
  writeArgNumber,
  writeArgPipe,
  writeArgString,
  writeArgVariable,
  writeAssign,
  writeAt,
  writeBeginAndOr,
  writeBeginCall,
  writeBeginMethod,
  writeBreak,
  writeCall,
  writeChain,
  writeContinue,
  writeDeclare,
  writeDot,
  writeEndWith,
  writeFail,
  writeFalse,
  writeField,
  writeFindTemplate,
  writeFixedVariable,
  writeJump,
  writeJumpFalse,
  writeMark,
  writeNext,
  writeNil,
  writeNumber,
  writePop,
  writePrint,
  writeRange,
  writeRawString,
  writeReturn,
  writeString,
  writeTemplate,
  writeTestAndOr,
  writeText,
  writeTrue,
  writeUnmark,
  writeVariable,
  writeWith,
} from './instructions.js';
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

function fieldsOf(node: FieldNode | ChainNode | VariableNode): readonly string[] {
  if (node.type === NodeField) return (node as FieldNode).ident;
  return node.type === NodeChain ? (node as ChainNode).field : (node as VariableNode).fields;
}

const namesOf = (variables: readonly VariableNode[]): string[] => variables.map(({ name }) => name);

/** Longer raw strings are taken from the source. */
const maxNamed = 100;

class Compiler {
  readonly #writer: CodeWriter;

  constructor(writer: CodeWriter) {
    this.#writer = writer;
  }

  walkList(list: ListNode): void {
    const { nodes } = list;
    for (let i = 0; i < nodes.length; i++) this.#walk(nodes[i]!);
  }

  #walk(node: Node): void {
    switch (node.type) {
      case NodeText:
        writeText(this.#writer, node, (node as TextNode).text, node.pos, (node as TextNode).text.length);
        return;
      case NodeAction:
        this.#walkAction(node as ActionNode);
        return;
      case NodeIf:
      case NodeWith:
        this.#walkIfOrWith(node as BranchNode);
        return;
      case NodeRange:
        this.#walkRange(node as BranchNode);
        return;
      case NodeTemplate:
        this.#walkTemplate(node as TemplateNode);
        return;
      case NodeBreak:
        writeBreak(this.#writer, node);
        return;
      case NodeContinue:
        writeContinue(this.#writer, node);
        return;
    }
    throw new Error(`unknown node: ${node.type}`);
  }

  #walkAction(node: ActionNode): void {
    this.#evalPipeline(node.pipe);
    if (node.pipe.decl.length === 0) writePrint(this.#writer, node);
    else writePop(this.#writer, node);
  }

  #walkIfOrWith(node: BranchNode): void {
    if (node.declares) writeMark(this.#writer, node);
    this.#evalPipeline(node.pipe);
    const writer = this.#writer;
    const test = node.type === NodeWith ? writeWith(writer, node, ahead) : writeJumpFalse(writer, node, ahead);
    this.walkList(node.list);
    if (node.type === NodeWith) writeEndWith(writer, node);
    if (node.elseList === null) writer.land(test);
    else {
      const end = writeJump(writer, node, ahead);
      writer.land(test);
      this.walkList(node.elseList);
      writer.land(end);
    }
    if (node.declares) writeUnmark(this.#writer, node);
  }

  #walkRange(node: BranchNode): void {
    const { decl, isAssign } = node.pipe;
    if (node.declares) writeMark(this.#writer, node);
    this.#evalPipeline(node.pipe);
    const writer = this.#writer;
    const start = writeRange(writer, node, ahead, decl.length);
    const next = writeNext(writer, node, ahead, isAssign ? 1 : 0, namesOf(decl));
    this.walkList(node.list);
    writeJump(writer, node, next);
    writer.land(start);
    if (node.elseList !== null) this.walkList(node.elseList);
    writer.land(next);
    if (node.declares) writeUnmark(this.#writer, node);
  }

  #walkTemplate(node: TemplateNode): void {
    writeFindTemplate(this.#writer, node, node.name);
    if (node.pipe !== null) this.#evalPipeline(node.pipe);
    writeTemplate(this.#writer, node, node.name, node.pipe === null ? 0 : hasFinal);
  }

  /** Leaves the pipeline's value on the stack. */
  #evalPipeline(pipe: PipeNode): void {
    const { cmds } = pipe;
    for (let i = 0; i < cmds.length; i++) this.#evalCommand(pipe, cmds[i]!, i > 0 ? hasFinal : 0);
    if (pipe.decl.length === 0) return;
    if (pipe.isAssign) writeAssign(this.#writer, pipe, namesOf(pipe.decl));
    else writeDeclare(this.#writer, pipe, namesOf(pipe.decl));
  }

  #notAFunction(first: Node, cmd: CommandNode, final: number): boolean {
    return (cmd.args.length > 1 || final !== 0) && first.type !== NodeIdentifier;
  }

  #evalCommand(pipe: PipeNode, cmd: CommandNode, final: number): void {
    const first = cmd.args[0]!;
    switch (first.type) {
      case NodeField:
      case NodeChain:
        this.#evalFields(first as FieldNode | ChainNode, cmd, final);
        return;
      case NodeIdentifier:
        this.#evalFunction(first as IdentifierNode, cmd, cmd.args, final | digs);
        return;
      case NodeVariable:
        this.#evalVariable(first as VariableNode, cmd, final);
        return;
      case NodePipe:
        if (!this.#notAFunction(first, cmd, final)) this.#evalPipeline(first as PipeNode);
        else if (final === 0) this.#fail(pipe, `can't give argument to non-function ${first}`);
        else writeFail(this.#writer, pipe, `can't give argument to non-function ${first}`);
        return;
    }
    if (this.#notAFunction(first, cmd, final)) this.#fail(first, `can't give argument to non-function ${first}`);
    else if (first.type === NodeNil) this.#fail(first, 'nil is not a command');
    else this.#evalOperand(first, digs);
  }

  /** Dot or a literal. */
  #evalOperand(node: Node, flags: number): void {
    switch (node.type) {
      case NodeDot:
        writeDot(this.#writer, node, flags);
        return;
      case NodeNil:
        writeNil(this.#writer, node);
        return;
      case NodeBool:
        if ((node as BoolNode).value) writeTrue(this.#writer, node);
        else writeFalse(this.#writer, node);
        return;
      case NodeString:
        this.#string(node as StringNode);
        return;
    }
    const number = node as NumberNode;
    if (idealConstant(number) === null) this.#fail(node, `${node} overflows int`);
    else writeNumber(this.#writer, number, number, number.text, number.token);
  }

  #string(node: StringNode): void {
    const { text, quoted, pos } = node;
    if (text.length > maxNamed && quoted[0] === '`' && quoted.length === text.length + 2) {
      writeRawString(this.#writer, node, text, pos + 1, text.length);
    } else writeString(this.#writer, node, text);
  }

  #fail(node: Node, reason: string): void {
    writeAt(this.#writer, node);
    writeFail(this.#writer, node, reason);
  }

  #evalVariable(node: VariableNode, cmd: CommandNode, final: number): void {
    const called = cmd.args.length > 1 || final !== 0;
    if (!called) this.#variable(node, digs);
    else if (node.fields.length > 0) this.#evalMethod(node, cmd, final);
    else {
      writeFixedVariable(this.#writer, node, node.name);
      this.#fail(node, `can't give argument to non-function ${node}`);
    }
  }

  #variable(node: VariableNode, flags: number): void {
    writeVariable(this.#writer, node, flags, node.name, node.fields);
  }

  #field(node: FieldNode, flags: number): void {
    writeField(this.#writer, node, flags, node.ident);
  }

  /** The fields of a chain whose receiver is on the stack. */
  #chain(node: ChainNode, flags: number): void {
    writeChain(this.#writer, node, flags | this.#receiverFlags(node), this.#receiverName(node), node.field);
  }

  #evalFields(node: FieldNode | ChainNode, cmd: CommandNode, final: number): void {
    if (node.type === NodeChain) this.#evalReceiver(node as ChainNode);
    if (cmd.args.length > 1 || final !== 0) this.#evalMethod(node, cmd, final);
    else if (node.type === NodeChain) this.#chain(node as ChainNode, digs);
    else this.#field(node as FieldNode, digs);
  }

  #receiverFlags(node: Node): number {
    return node.type === NodeChain && (node as ChainNode).node.type === NodeIdentifier ? fromFunction : 0;
  }

  /** The variable, or the function of a chain, that a method's receiver comes from. */
  #receiverName(node: Node): string {
    if (node.type === NodeVariable) return (node as VariableNode).name;
    return this.#receiverFlags(node) === 0 ? '' : ((node as ChainNode).node as IdentifierNode).ident;
  }

  #evalReceiver(chain: ChainNode): void {
    if (chain.node.type === NodePipe) this.#evalPipeline(chain.node as PipeNode);
    else if (chain.node.type === NodeIdentifier) this.#evalFunction(chain.node as IdentifierNode, chain.node, [], 0);
    else this.#fail(chain, `indirection through explicit nil in ${chain}`);
  }

  /** A field at the end of a chain, with arguments: only a method takes them. */
  #evalMethod(node: FieldNode | ChainNode | VariableNode, cmd: CommandNode, final: number): void {
    const writer = this.#writer;
    const flags = final | digs;
    const receiver = this.#receiverName(node);
    const args = cmd.args.length - 1;
    const begin = writeBeginMethod(writer, node, args, flags | this.#receiverFlags(node), ahead, node.type, receiver, fieldsOf(node));
    this.#evalArgs(cmd.args);
    writeCall(writer, node, flags, '');
    writer.land(begin);
  }

  #evalFunction(node: IdentifierNode, cmd: Node, args: readonly Node[], flags: number): void {
    if (node.ident === 'and' || node.ident === 'or') {
      this.#evalAndOr(node, args, flags);
      return;
    }
    writeBeginCall(this.#writer, node, node.ident, Math.max(0, args.length - 1), flags);
    this.#evalArgs(args);
    writeCall(this.#writer, cmd, flags, node.ident === 'call' && args.length > 1 ? args[1]!.toString() : '');
  }

  #evalArgs(args: readonly Node[]): void {
    for (let i = 1; i < args.length; i++) this.#evalArg(args[i]!);
  }

  #evalArg(node: Node): void {
    switch (node.type) {
      case NodePipe:
        this.#evalPipeline(node as PipeNode);
        writeArgPipe(this.#writer, node);
        return;
      case NodeIdentifier:
        this.#evalFunction(node as IdentifierNode, node, [], 0);
        writeArgFunction(this.#writer, node, (node as IdentifierNode).ident);
        return;
      case NodeChain:
        this.#evalReceiver(node as ChainNode);
        this.#chain(node as ChainNode, 0);
        writeArgChain(this.#writer, node);
        return;
      case NodeNumber:
        writeArgNumber(this.#writer, node, node, (node as NumberNode).text, (node as NumberNode).token);
        return;
    }
    this.#simpleArg(node);
  }

  #simpleArg(node: Node): void {
    switch (node.type) {
      case NodeDot:
        writeArgDot(this.#writer, node);
        return;
      case NodeField:
        writeArgField(this.#writer, node, (node as FieldNode).ident);
        return;
      case NodeVariable:
        writeArgVariable(this.#writer, node, (node as VariableNode).name, (node as VariableNode).fields);
        return;
      case NodeNil:
        writeArgNil(this.#writer, node);
        return;
      case NodeBool:
        writeArgBool(this.#writer, node, (node as BoolNode).value ? 1 : 0);
        return;
    }
    writeArgString(this.#writer, node, (node as StringNode).text);
  }

  /** Builtin and/or stop at the argument that decides. */
  #evalAndOr(node: IdentifierNode, args: readonly Node[], flags: number): void {
    const or = node.ident === 'or' ? isOr : 0;
    writeBeginAndOr(this.#writer, node, Math.max(0, args.length - 1), flags);
    const tests: number[] = [];
    for (let i = 1; i < args.length; i++) {
      this.#evalRaw(args[i]!);
      tests.push(writeTestAndOr(this.#writer, node, flags | or | (i === args.length - 1 ? isLast : 0), ahead));
    }
    for (const test of tests) this.#writer.land(test);
  }

  /** An argument taken as it is, whatever its type. */
  #evalRaw(node: Node): void {
    switch (node.type) {
      case NodePipe:
        this.#evalPipeline(node as PipeNode);
        return;
      case NodeIdentifier:
        this.#evalFunction(node as IdentifierNode, node, [], 0);
        return;
      case NodeChain:
        this.#evalReceiver(node as ChainNode);
        this.#chain(node as ChainNode, 0);
        return;
      case NodeField:
        this.#field(node as FieldNode, 0);
        return;
      case NodeVariable:
        this.#variable(node as VariableNode, 0);
        return;
    }
    this.#evalOperand(node, 0);
  }
}

/** The code of a body; `nodes` receives the node of each instruction. @throws BudgetError if an expression nests too deeply */
export function compile(
  list: ListNode,
  strings: Strings,
  nodes: Map<number, Node> | null = null,
): { code: number[]; constants: unknown[] } {
  const writer = new CodeWriter(strings, nodes);
  try {
    new Compiler(writer).walkList(list);
  } catch (error) {
    throw error instanceof RangeError ? new BudgetError('depth', 'template nests too deep') : error;
  }
  writeReturn(writer, list);
  return writer;
}
