/**
 * Turns a parsed body into the code of code.ts. The walk follows the walk functions of Go 1.26 text/template/exec.go; instructions rather than
 * recursion, so that templates that run templates (template, include, tpl) take no JavaScript stack, however deep.
 */

import { BudgetError } from './budget.js';
import { hasFinal, type Strings } from './code.js';
import { ahead, CodeWriter } from './code-writer.js';
import { evalPipeline, namesOf } from './compile-pipeline.js';
import {
  writeBreak,
  writeContinue,
  writeEndWith,
  writeFindTemplate,
  writeJump,
  writeJumpFalse,
  writeMark,
  writeNext,
  writePop,
  writePrint,
  writeRange,
  writeReturn,
  writeTemplate,
  writeText,
  writeUnmark,
  writeWith,
} from './instructions.js';
import {
  type ActionNode,
  type BranchNode,
  type ListNode,
  type Node,
  NodeAction,
  NodeBreak,
  NodeContinue,
  NodeIf,
  NodeRange,
  NodeTemplate,
  NodeText,
  NodeWith,
  type TemplateNode,
  type TextNode,
} from './node.js';

function walkList(writer: CodeWriter, list: ListNode): void {
  const { nodes } = list;
  for (let i = 0; i < nodes.length; i++) walk(writer, nodes[i]!);
}

function walk(writer: CodeWriter, node: Node): void {
  switch (node.type) {
    case NodeText:
      writeText(writer, node, (node as TextNode).text, node.pos, (node as TextNode).text.length);
      return;
    case NodeAction:
      walkAction(writer, node as ActionNode);
      return;
    case NodeIf:
    case NodeWith:
      walkIfOrWith(writer, node as BranchNode);
      return;
    case NodeRange:
      walkRange(writer, node as BranchNode);
      return;
    case NodeTemplate:
      walkTemplate(writer, node as TemplateNode);
      return;
    case NodeBreak:
      writeBreak(writer, node);
      return;
    case NodeContinue:
      writeContinue(writer, node);
      return;
  }
  throw new Error(`unknown node: ${node.type}`);
}

function walkAction(writer: CodeWriter, node: ActionNode): void {
  evalPipeline(writer, node.pipe);
  if (node.pipe.decl.length === 0) writePrint(writer, node);
  else writePop(writer, node);
}

function walkIfOrWith(writer: CodeWriter, node: BranchNode): void {
  if (node.declares) writeMark(writer, node);
  evalPipeline(writer, node.pipe);
  const test = node.type === NodeWith ? writeWith(writer, node, ahead) : writeJumpFalse(writer, node, ahead);
  walkList(writer, node.list);
  if (node.type === NodeWith) writeEndWith(writer, node);
  if (node.elseList === null) writer.land(test);
  else {
    const end = writeJump(writer, node, ahead);
    writer.land(test);
    walkList(writer, node.elseList);
    writer.land(end);
  }
  if (node.declares) writeUnmark(writer, node);
}

function walkRange(writer: CodeWriter, node: BranchNode): void {
  const { decl, isAssign } = node.pipe;
  if (node.declares) writeMark(writer, node);
  evalPipeline(writer, node.pipe);
  const start = writeRange(writer, node, ahead, decl.length);
  const next = writeNext(writer, node, ahead, isAssign ? 1 : 0, namesOf(decl));
  walkList(writer, node.list);
  writeJump(writer, node, next);
  writer.land(start);
  if (node.elseList !== null) walkList(writer, node.elseList);
  writer.land(next);
  if (node.declares) writeUnmark(writer, node);
}

function walkTemplate(writer: CodeWriter, node: TemplateNode): void {
  writeFindTemplate(writer, node, node.name);
  if (node.pipe !== null) evalPipeline(writer, node.pipe);
  writeTemplate(writer, node, node.name, node.pipe === null ? 0 : hasFinal);
}

/** The code of a body; `nodes` receives the node of each instruction. @throws BudgetError if an expression nests too deeply */
export function compile(
  list: ListNode,
  strings: Strings,
  nodes: Map<number, Node> | null = null,
): { code: number[]; constants: unknown[] } {
  const writer = new CodeWriter(strings, nodes);
  try {
    walkList(writer, list);
  } catch (error) {
    throw error instanceof RangeError ? new BudgetError('depth', 'template nests too deep') : error;
  }
  writeReturn(writer, list);
  return writer;
}
