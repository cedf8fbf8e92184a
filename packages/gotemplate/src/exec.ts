/**
 * The executor: behavior of Go 1.26 text/template/exec.go, as a machine over the instructions of code.ts.
 * state.ts, calls.ts and frames.ts hold what the instructions of expressions and of templates do, exec-blocks.ts those of blocks.
 */

import { sprintPointee } from '@mcpgw/go/fmt';
import { goTypeName, isTrue, kindOf } from '@mcpgw/go/reflect';
import type { Value } from '@mcpgw/go/values';
import type { Budget } from './budget.js';
import { fromFunction } from './code.js';
import { idealConstant } from './constant.js';
import { endWith, oneIteration, walkBreak, walkContinue, walkRange, walkWith } from './exec-blocks.js';
import {
  argBoolValue,
  argFieldFields,
  argFunctionFunction,
  argNumberConstant,
  argNumberText,
  argNumberToken,
  argStringText,
  argVariableFields,
  argVariableName,
  assignNames,
  chainFields,
  chainFlags,
  chainFunction,
  declareNames,
  dotFlags,
  failReason,
  fieldFields,
  fieldFlags,
  findTemplateName,
  firstWithList,
  fixedVariableName,
  jumpFalseTo,
  jumpTo,
  numberConstant,
  numberText,
  numberToken,
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
  OpAt,
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
  OpFail,
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
  rawStringConstant,
  rawStringFrom,
  rawStringLength,
  stringText,
  textConstant,
  textFrom,
  textLength,
  variableFields,
  variableFlags,
  variableName,
  widths,
} from './instructions.js';
import { type Machine, machineOf } from './machine.js';
import { State, type Template, type Templates } from './state.js';

function runLoop(machine: Machine, budget: Budget): void {
  const { state, frames } = machine;
  let allowed = budget.allowance();
  let left = allowed;
  for (;;) {
    const op = state.code[state.pc]!;
    if (--left <= 0) {
      budget.spend(allowed);
      left = allowed = budget.allowance();
    }
    if (op === OpReturn) {
      if (frames.isEmpty()) break;
      frames.leaveTemplate();
    } else {
      const ins = state.pc;
      // `nextInstruction`, without a call for each instruction.
      const next = ins + widths[op]!;
      state.pc = op < firstWithList ? next : next + state.code[next - 1]!;
      step(machine, op, ins);
    }
  }
  budget.spend(allowed - left);
}

function step(machine: Machine, op: number, ins: number): void {
  const { state, stack, calls } = machine;
  const { code } = state;
  switch (op) {
    case OpText:
      machine.frames.write(sourceText(machine, code[ins + textConstant]!, code[ins + textFrom]!, code[ins + textLength]!));
      return;
    case OpAt:
      state.at = ins;
      return;
    case OpPrint:
      printValue(machine, ins);
      return;
    case OpPop:
      stack.pop();
      return;
    case OpString:
      state.at = ins;
      stack.push(state.textOf(code[ins + stringText]!), 0);
      return;
    case OpDot:
      state.at = ins;
      stack.push(state.dot, code[ins + dotFlags]!);
      return;
    case OpField:
      state.at = ins;
      stack.push(state.evalFieldChain(state.dot, state.dotIsElement, ins + fieldFields), code[ins + fieldFlags]!);
      return;
    case OpVariable:
      state.at = ins;
      stack.push(state.evalVariable(code[ins + variableName]!, ins + variableFields), code[ins + variableFlags]!);
      return;
    case OpBeginCall:
      state.at = ins;
      calls.beginFunction(ins);
      return;
    case OpArgField:
      state.at = ins;
      calls.addArg(state.evalFieldChain(state.dot, state.dotIsElement, ins + argFieldFields), state.isElement);
      return;
    case OpArgVariable:
      state.at = ins;
      calls.addArg(state.evalVariable(code[ins + argVariableName]!, ins + argVariableFields), state.isElement);
      return;
    case OpArgString:
      state.at = ins;
      calls.stringArg(state.textOf(code[ins + argStringText]!));
      return;
    case OpArgPipe:
      calls.addArg(stack.pop(), false);
      return;
    case OpCall:
      evalCall(machine, ins);
      return;
    case OpMark:
      machine.marks[machine.markCount++] = state.vars.count;
      return;
    case OpUnmark:
      state.vars.count = machine.marks[--machine.markCount]!;
      return;
    case OpJump:
      state.pc = ins + code[ins + jumpTo]!;
      return;
    case OpJumpFalse:
      if (!isTrue(stack.pop())) state.pc = ins + code[ins + jumpFalseTo]!;
      return;
  }
  stepRare(machine, op, ins);
}

function stepRare(machine: Machine, op: number, ins: number): void {
  const { state, stack, calls } = machine;
  const { code } = state;
  switch (op) {
    case OpTrue:
    case OpFalse:
      state.at = ins;
      stack.push(op === OpTrue, 0);
      return;
    case OpNil:
      state.at = ins;
      stack.push(undefined, 0);
      return;
    case OpRawString:
      state.at = ins;
      stack.push(sourceText(machine, code[ins + rawStringConstant]!, code[ins + rawStringFrom]!, code[ins + rawStringLength]!), 0);
      return;
    case OpNumber:
      state.at = ins;
      stack.push(idealConstant(calls.numberOf(code[ins + numberConstant]!, code[ins + numberText]!, code[ins + numberToken]!))!, 0);
      return;
    case OpChain:
      evalChain(machine, ins);
      return;
    case OpBeginMethod:
      calls.beginMethod(ins);
      return;
    case OpBeginAndOr:
      state.at = ins;
      calls.beginAndOr(ins);
      return;
    case OpTestAndOr:
      calls.testAndOr(ins);
      return;
    case OpDeclare:
      state.declare(ins + declareNames);
      return;
    case OpAssign:
      state.assign(ins + assignNames);
      return;
    case OpWith:
      walkWith(machine, ins);
      return;
    case OpEndWith:
      endWith(machine);
      return;
    case OpRange:
      walkRange(machine, ins);
      return;
    case OpNext:
      oneIteration(machine, ins);
      return;
    case OpBreak:
      walkBreak(machine);
      return;
    case OpContinue:
      walkContinue(machine);
      return;
    case OpFindTemplate:
      state.at = ins;
      machine.frames.findTemplate(state.textOf(code[ins + findTemplateName]!));
      return;
    case OpTemplate:
      machine.frames.walkTemplate(ins);
      return;
    case OpFixedVariable:
      state.at = ins;
      state.varIndex(state.textOf(code[ins + fixedVariableName]!));
      return;
    case OpFail:
      state.fail(state.textOf(code[ins + failReason]!));
  }
  rareArg(machine, op, ins);
}

function rareArg(machine: Machine, op: number, ins: number): void {
  const { state, stack, calls } = machine;
  const { code } = state;
  switch (op) {
    case OpArgChain:
      calls.addArg(stack.pop(), state.isElement);
      return;
    case OpArgFunction:
      calls.addArg(stack.pop(), state.isInterfaceResult(fromFunction, code[ins + argFunctionFunction]!));
      return;
  }
  state.at = ins;
  switch (op) {
    case OpArgDot:
      calls.addArg(state.dot, state.dotIsElement);
      return;
    case OpArgNil:
      calls.nilArg();
      return;
    case OpArgBool:
      calls.boolArg(code[ins + argBoolValue] === 1);
      return;
    case OpArgNumber:
      calls.numberArg(calls.numberOf(code[ins + argNumberConstant]!, code[ins + argNumberText]!, code[ins + argNumberToken]!));
      return;
  }
  throw new Error(`instruction ${op}`);
}

/** A text of the source: constant `i`, cut out when it is first used. */
function sourceText(machine: Machine, i: number, from: number, length: number): string {
  const { constants } = machine.state;
  constants[i] ??= machine.state.template.tree.source.text.slice(from, from + length);
  return constants[i] as string;
}

function evalCall(machine: Machine, ins: number): void {
  const entering = machine.calls.evalCall(ins);
  if (entering !== undefined) machine.frames.enterTemplate(entering);
}

function evalChain(machine: Machine, ins: number): void {
  const { state, stack } = machine;
  const { code } = state;
  const flags = code[ins + chainFlags]!;
  const isElement = state.isInterfaceResult(flags, code[ins + chainFunction]!);
  stack.push(state.evalFieldChain(stack.pop(), isElement, ins + chainFields), flags);
}

function printValue(machine: Machine, ins: number): void {
  const v = machine.stack.pop();
  machine.state.at = ins;
  if (typeof v === 'string') machine.frames.write(v);
  else if (v === undefined) machine.frames.write('<no value>');
  else if (kindOf(v) === 'func') machine.state.fail(`can't print ${machine.state.nodeAt(ins)} of type ${goTypeName(v)}`);
  else machine.frames.write(sprintPointee(v));
}

/** Runs a template. @throws ExecError if it fails, BudgetError if it exceeds a limit */
export function execute(templates: Templates, template: Template, data: Value, budget: Budget): string {
  const machine = machineOf(new State(templates, template, data, budget));
  budget.enter();
  try {
    runLoop(machine, budget);
    return machine.frames.out;
  } catch (error) {
    throw machine.frames.unwind(error);
  } finally {
    budget.leave();
  }
}
