/** Turns the pipelines of actions into code: commands, calls, arguments and operands. Follows the eval functions of Go 1.26 text/template/exec.go. */

import { digs, fromFunction, hasFinal, isLast, isOr } from './code.js';
import { ahead, type CodeWriter } from './code-writer.js';
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
  writeCall,
  writeChain,
  writeDeclare,
  writeDot,
  writeFail,
  writeFalse,
  writeField,
  writeFixedVariable,
  writeNil,
  writeNumber,
  writeRawString,
  writeString,
  writeTestAndOr,
  writeTrue,
  writeVariable,
} from './instructions.js';
import {
  type BoolNode,
  type ChainNode,
  type CommandNode,
  type FieldNode,
  type IdentifierNode,
  type Node,
  NodeBool,
  NodeChain,
  NodeDot,
  NodeField,
  NodeIdentifier,
  NodeNil,
  NodeNumber,
  NodePipe,
  NodeString,
  NodeVariable,
  type NumberNode,
  type PipeNode,
  type StringNode,
  type VariableNode,
} from './node.js';

function fieldsOf(node: FieldNode | ChainNode | VariableNode): readonly string[] {
  if (node.type === NodeField) return (node as FieldNode).ident;
  return node.type === NodeChain ? (node as ChainNode).field : (node as VariableNode).fields;
}

export const namesOf = (variables: readonly VariableNode[]): string[] => variables.map(({ name }) => name);

/** Longer raw strings are taken from the source. */
const maxNamed = 100;

/** Leaves the pipeline's value on the stack. */
export function evalPipeline(writer: CodeWriter, pipe: PipeNode): void {
  const { cmds } = pipe;
  for (let i = 0; i < cmds.length; i++) evalCommand(writer, pipe, cmds[i]!, i > 0 ? hasFinal : 0);
  if (pipe.decl.length === 0) return;
  if (pipe.isAssign) writeAssign(writer, pipe, namesOf(pipe.decl));
  else writeDeclare(writer, pipe, namesOf(pipe.decl));
}

function notAFunction(first: Node, cmd: CommandNode, final: number): boolean {
  return (cmd.args.length > 1 || final !== 0) && first.type !== NodeIdentifier;
}

function evalCommand(writer: CodeWriter, pipe: PipeNode, cmd: CommandNode, final: number): void {
  const first = cmd.args[0]!;
  switch (first.type) {
    case NodeField:
    case NodeChain:
      evalFields(writer, first as FieldNode | ChainNode, cmd, final);
      return;
    case NodeIdentifier:
      evalFunction(writer, first as IdentifierNode, cmd, cmd.args, final | digs);
      return;
    case NodeVariable:
      evalVariable(writer, first as VariableNode, cmd, final);
      return;
    case NodePipe:
      if (!notAFunction(first, cmd, final)) evalPipeline(writer, first as PipeNode);
      else if (final === 0) writeFailure(writer, pipe, `can't give argument to non-function ${first}`);
      else writeFail(writer, pipe, `can't give argument to non-function ${first}`);
      return;
  }
  if (notAFunction(first, cmd, final)) writeFailure(writer, first, `can't give argument to non-function ${first}`);
  else if (first.type === NodeNil) writeFailure(writer, first, 'nil is not a command');
  else evalOperand(writer, first, digs);
}

/** Dot or a literal. */
function evalOperand(writer: CodeWriter, node: Node, flags: number): void {
  switch (node.type) {
    case NodeDot:
      writeDot(writer, node, flags);
      return;
    case NodeNil:
      writeNil(writer, node);
      return;
    case NodeBool:
      if ((node as BoolNode).value) writeTrue(writer, node);
      else writeFalse(writer, node);
      return;
    case NodeString:
      writeStringNode(writer, node as StringNode);
      return;
  }
  const number = node as NumberNode;
  if (idealConstant(number) === null) writeFailure(writer, node, `${node} overflows int`);
  else writeNumber(writer, number, number, number.text, number.token);
}

function writeStringNode(writer: CodeWriter, node: StringNode): void {
  const { text, quoted, pos } = node;
  if (text.length > maxNamed && quoted[0] === '`' && quoted.length === text.length + 2) {
    writeRawString(writer, node, text, pos + 1, text.length);
  } else writeString(writer, node, text);
}

function writeFailure(writer: CodeWriter, node: Node, reason: string): void {
  writeAt(writer, node);
  writeFail(writer, node, reason);
}

function evalVariable(writer: CodeWriter, node: VariableNode, cmd: CommandNode, final: number): void {
  const called = cmd.args.length > 1 || final !== 0;
  if (!called) writeVariableNode(writer, node, digs);
  else if (node.fields.length > 0) evalMethod(writer, node, cmd, final);
  else {
    writeFixedVariable(writer, node, node.name);
    writeFailure(writer, node, `can't give argument to non-function ${node}`);
  }
}

function writeVariableNode(writer: CodeWriter, node: VariableNode, flags: number): void {
  writeVariable(writer, node, flags, node.name, node.fields);
}

function writeFieldNode(writer: CodeWriter, node: FieldNode, flags: number): void {
  writeField(writer, node, flags, node.ident);
}

/** The fields of a chain whose receiver is on the stack. */
function writeChainNode(writer: CodeWriter, node: ChainNode, flags: number): void {
  writeChain(writer, node, flags | receiverFlags(node), receiverName(node), node.field);
}

function evalFields(writer: CodeWriter, node: FieldNode | ChainNode, cmd: CommandNode, final: number): void {
  if (node.type === NodeChain) evalReceiver(writer, node as ChainNode);
  if (cmd.args.length > 1 || final !== 0) evalMethod(writer, node, cmd, final);
  else if (node.type === NodeChain) writeChainNode(writer, node as ChainNode, digs);
  else writeFieldNode(writer, node as FieldNode, digs);
}

function receiverFlags(node: Node): number {
  return node.type === NodeChain && (node as ChainNode).node.type === NodeIdentifier ? fromFunction : 0;
}

/** The variable, or the function of a chain, that a method's receiver comes from. */
function receiverName(node: Node): string {
  if (node.type === NodeVariable) return (node as VariableNode).name;
  return receiverFlags(node) === 0 ? '' : ((node as ChainNode).node as IdentifierNode).ident;
}

function evalReceiver(writer: CodeWriter, chain: ChainNode): void {
  if (chain.node.type === NodePipe) evalPipeline(writer, chain.node as PipeNode);
  else if (chain.node.type === NodeIdentifier) evalFunction(writer, chain.node as IdentifierNode, chain.node, [], 0);
  else writeFailure(writer, chain, `indirection through explicit nil in ${chain}`);
}

/** A field at the end of a chain, with arguments: only a method takes them. */
function evalMethod(writer: CodeWriter, node: FieldNode | ChainNode | VariableNode, cmd: CommandNode, final: number): void {
  const flags = final | digs;
  const receiver = receiverName(node);
  const args = cmd.args.length - 1;
  const begin = writeBeginMethod(writer, node, args, flags | receiverFlags(node), ahead, node.type, receiver, fieldsOf(node));
  evalArgs(writer, cmd.args);
  writeCall(writer, node, flags, '');
  writer.land(begin);
}

function evalFunction(writer: CodeWriter, node: IdentifierNode, cmd: Node, args: readonly Node[], flags: number): void {
  if (node.ident === 'and' || node.ident === 'or') {
    evalAndOr(writer, node, args, flags);
    return;
  }
  writeBeginCall(writer, node, node.ident, Math.max(0, args.length - 1), flags);
  evalArgs(writer, args);
  writeCall(writer, cmd, flags, node.ident === 'call' && args.length > 1 ? args[1]!.toString() : '');
}

function evalArgs(writer: CodeWriter, args: readonly Node[]): void {
  for (let i = 1; i < args.length; i++) evalArg(writer, args[i]!);
}

function evalArg(writer: CodeWriter, node: Node): void {
  switch (node.type) {
    case NodePipe:
      evalPipeline(writer, node as PipeNode);
      writeArgPipe(writer, node);
      return;
    case NodeIdentifier:
      evalFunction(writer, node as IdentifierNode, node, [], 0);
      writeArgFunction(writer, node, (node as IdentifierNode).ident);
      return;
    case NodeChain:
      evalReceiver(writer, node as ChainNode);
      writeChainNode(writer, node as ChainNode, 0);
      writeArgChain(writer, node);
      return;
    case NodeNumber:
      writeArgNumber(writer, node, node, (node as NumberNode).text, (node as NumberNode).token);
      return;
  }
  simpleArg(writer, node);
}

function simpleArg(writer: CodeWriter, node: Node): void {
  switch (node.type) {
    case NodeDot:
      writeArgDot(writer, node);
      return;
    case NodeField:
      writeArgField(writer, node, (node as FieldNode).ident);
      return;
    case NodeVariable:
      writeArgVariable(writer, node, (node as VariableNode).name, (node as VariableNode).fields);
      return;
    case NodeNil:
      writeArgNil(writer, node);
      return;
    case NodeBool:
      writeArgBool(writer, node, (node as BoolNode).value ? 1 : 0);
      return;
  }
  writeArgString(writer, node, (node as StringNode).text);
}

/** Builtin and/or stop at the argument that decides. */
function evalAndOr(writer: CodeWriter, node: IdentifierNode, args: readonly Node[], flags: number): void {
  const or = node.ident === 'or' ? isOr : 0;
  writeBeginAndOr(writer, node, Math.max(0, args.length - 1), flags);
  const tests: number[] = [];
  for (let i = 1; i < args.length; i++) {
    evalRaw(writer, args[i]!);
    tests.push(writeTestAndOr(writer, node, flags | or | (i === args.length - 1 ? isLast : 0), ahead));
  }
  for (const test of tests) writer.land(test);
}

/** An argument taken as it is, whatever its type. */
function evalRaw(writer: CodeWriter, node: Node): void {
  switch (node.type) {
    case NodePipe:
      evalPipeline(writer, node as PipeNode);
      return;
    case NodeIdentifier:
      evalFunction(writer, node as IdentifierNode, node, [], 0);
      return;
    case NodeChain:
      evalReceiver(writer, node as ChainNode);
      writeChainNode(writer, node as ChainNode, 0);
      return;
    case NodeField:
      writeFieldNode(writer, node as FieldNode, 0);
      return;
    case NodeVariable:
      writeVariableNode(writer, node as VariableNode, 0);
      return;
  }
  evalOperand(writer, node, 0);
}
