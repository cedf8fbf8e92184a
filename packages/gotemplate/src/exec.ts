/**
 * The executor: behaviour of Go 1.26 text/template/exec.go, as a machine over the instructions of code.ts.
 * state.ts, calls.ts and frames.ts hold what the instructions of expressions and of templates do.
 */

import { sprintPointee } from '@mcpgw/go/fmt';
import { goTypeName, isTrue, kindOf } from '@mcpgw/go/reflect';
import type { Value } from '@mcpgw/go/values';
import type { Budget } from './budget.js';
import { Calls } from './calls.js';
import { fromFunction, listItem } from './code.js';
import { idealConstant } from './constant.js';
import { FrameStack } from './frames.js';
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
  nextAssigns,
  nextNames,
  nextTo,
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
  rangeTo,
  rangeVariables,
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
  withTo,
} from './instructions.js';
import { Loop } from './loop.js';
import type { Maybe, ValueStack } from './stacks.js';
import { State, type Template, type Templates } from './state.js';

class Machine {
  readonly #state: State;
  readonly #stack: ValueStack;
  readonly #calls: Calls;
  readonly #frames: FrameStack;
  #markCount = 0;
  readonly #marks: number[] = [];
  readonly #withs: { dot: Maybe; isElement: boolean }[] = [];
  readonly #loops: Loop[] = [];

  constructor(state: State) {
    this.#state = state;
    this.#stack = state.stack;
    this.#calls = new Calls(state);
    this.#frames = new FrameStack(state);
  }

  run(): string {
    this.#state.budget.enter();
    try {
      this.#loop();
      return this.#frames.out;
    } catch (error) {
      throw this.#frames.unwind(error);
    } finally {
      this.#state.budget.leave();
    }
  }

  #loop(): void {
    const { budget } = this.#state;
    let allowed = budget.allowance();
    let left = allowed;
    for (;;) {
      const op = this.#state.code[this.#state.pc]!;
      if (--left <= 0) {
        budget.spend(allowed);
        left = allowed = budget.allowance();
      }
      if (op === OpReturn) {
        if (this.#frames.isEmpty()) break;
        this.#frames.leaveTemplate();
      } else {
        const ins = this.#state.pc;
        // `nextInstruction`, without a call for each instruction.
        const next = ins + widths[op]!;
        this.#state.pc = op < firstWithList ? next : next + this.#state.code[next - 1]!;
        this.#step(op, ins);
      }
    }
    budget.spend(allowed - left);
  }

  #step(op: number, ins: number): void {
    const state = this.#state;
    const stack = this.#stack;
    const calls = this.#calls;
    const { code } = state;
    switch (op) {
      case OpText:
        this.#frames.write(this.#sourceText(code[ins + textConstant]!, code[ins + textFrom]!, code[ins + textLength]!));
        return;
      case OpAt:
        state.at = ins;
        return;
      case OpPrint:
        this.#printValue(ins);
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
        this.#evalCall(ins);
        return;
      case OpMark:
        this.#marks[this.#markCount++] = state.vars.count;
        return;
      case OpUnmark:
        state.vars.count = this.#marks[--this.#markCount]!;
        return;
      case OpJump:
        state.pc = ins + code[ins + jumpTo]!;
        return;
      case OpJumpFalse:
        if (!isTrue(stack.pop())) state.pc = ins + code[ins + jumpFalseTo]!;
        return;
    }
    this.#stepRare(op, ins);
  }

  #stepRare(op: number, ins: number): void {
    const state = this.#state;
    const stack = this.#stack;
    const calls = this.#calls;
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
        stack.push(this.#sourceText(code[ins + rawStringConstant]!, code[ins + rawStringFrom]!, code[ins + rawStringLength]!), 0);
        return;
      case OpNumber:
        state.at = ins;
        stack.push(idealConstant(calls.numberOf(code[ins + numberConstant]!, code[ins + numberText]!, code[ins + numberToken]!))!, 0);
        return;
      case OpChain:
        this.#evalChain(ins);
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
        this.#walkWith(ins);
        return;
      case OpEndWith:
        this.#endWith();
        return;
      case OpRange:
        this.#walkRange(ins);
        return;
      case OpNext:
        this.#oneIteration(ins);
        return;
      case OpBreak:
        this.#walkBreak();
        return;
      case OpContinue:
        this.#walkContinue();
        return;
      case OpFindTemplate:
        state.at = ins;
        this.#frames.findTemplate(state.textOf(code[ins + findTemplateName]!));
        return;
      case OpTemplate:
        this.#frames.walkTemplate(ins);
        return;
      case OpFixedVariable:
        state.at = ins;
        state.varIndex(state.textOf(code[ins + fixedVariableName]!));
        return;
      case OpFail:
        state.fail(state.textOf(code[ins + failReason]!));
    }
    this.#rareArg(op, ins);
  }

  #rareArg(op: number, ins: number): void {
    const state = this.#state;
    const stack = this.#stack;
    const calls = this.#calls;
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
  #sourceText(i: number, from: number, length: number): string {
    const { constants } = this.#state;
    constants[i] ??= this.#state.template.tree.source.text.slice(from, from + length);
    return constants[i] as string;
  }

  #evalCall(ins: number): void {
    const entering = this.#calls.evalCall(ins);
    if (entering !== undefined) this.#frames.enterTemplate(entering);
  }

  #evalChain(ins: number): void {
    const state = this.#state;
    const { code } = state;
    const flags = code[ins + chainFlags]!;
    const isElement = this.#state.isInterfaceResult(flags, code[ins + chainFunction]!);
    this.#stack.push(this.#state.evalFieldChain(this.#stack.pop(), isElement, ins + chainFields), flags);
  }

  #printValue(ins: number): void {
    const v = this.#stack.pop();
    this.#state.at = ins;
    if (typeof v === 'string') this.#frames.write(v);
    else if (v === undefined) this.#frames.write('<no value>');
    else if (kindOf(v) === 'func') this.#state.fail(`can't print ${this.#state.nodeAt(ins)} of type ${goTypeName(v)}`);
    else this.#frames.write(sprintPointee(v));
  }

  #walkWith(ins: number): void {
    const v = this.#stack.pop();
    if (!isTrue(v)) {
      this.#state.pc = ins + this.#state.code[ins + withTo]!;
      return;
    }
    this.#withs.push({ dot: this.#state.dot, isElement: this.#state.dotIsElement });
    this.#state.dot = v;
    this.#state.dotIsElement = false;
  }

  #endWith(): void {
    const { dot, isElement } = this.#withs.pop()!;
    this.#state.dot = dot;
    this.#state.dotIsElement = isElement;
  }

  #walkRange(ins: number): void {
    this.#state.budget.look();
    const v = this.#stack.pop();
    const loop = Loop.over(v, {
      variables: this.#state.code[ins + rangeVariables]!,
      next: this.#state.pc,
      marks: this.#markCount,
      withs: this.#withs.length,
      dot: this.#state.dot,
      dotIsElement: this.#state.dotIsElement,
      mark: this.#state.vars.count,
    });
    if (typeof loop === 'string') this.#state.fail(loop);
    if (loop === null) this.#state.pc = ins + this.#state.code[ins + rangeTo]!;
    else this.#loops.push(loop);
  }

  #oneIteration(ins: number): void {
    const loop = this.#loops[this.#loops.length - 1]!;
    this.#state.vars.count = loop.start.mark;
    if (!loop.advance()) {
      this.#endLoop(loop);
      return;
    }
    const count = this.#state.code[ins + nextNames]!;
    if (count > 0) this.#state.vars.set(this.#loopVariable(ins, count, count - 1), loop.element, loop.isElement);
    if (count > 1) this.#state.vars.set(this.#loopVariable(ins, count, 0), loop.index, false);
    this.#state.dot = loop.element;
    this.#state.dotIsElement = loop.isElement;
  }

  /** Variable `i` of OpNext at `ins`. */
  #loopVariable(ins: number, count: number, i: number): number {
    if (this.#state.code[ins + nextAssigns] === 0) return this.#state.vars.count - count + i;
    return this.#state.varIndex(this.#state.textOf(listItem(this.#state.code, ins + nextNames, i)));
  }

  #endLoop({ start }: Loop): void {
    this.#loops.pop();
    this.#state.dot = start.dot;
    this.#state.dotIsElement = start.dotIsElement;
    this.#state.vars.count = start.mark;
    this.#state.pc = start.next + this.#state.code[start.next + nextTo]!;
  }

  #walkBreak(): void {
    const loop = this.#loops[this.#loops.length - 1]!;
    this.#leaveBody(loop);
    this.#endLoop(loop);
  }

  #walkContinue(): void {
    const loop = this.#loops[this.#loops.length - 1]!;
    this.#leaveBody(loop);
    this.#state.pc = loop.start.next;
  }

  #leaveBody(loop: Loop): void {
    const { start } = loop;
    this.#markCount = start.marks;
    this.#withs.length = start.withs;
  }
}

/** Runs a template. @throws ExecError if it fails, BudgetError if it exceeds a limit */
export function execute(templates: Templates, template: Template, data: Value, budget: Budget): string {
  return new Machine(new State(templates, template, data, budget)).run();
}
