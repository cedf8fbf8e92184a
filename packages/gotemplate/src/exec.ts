/**
 * The executor: behaviour of Go 1.26 text/template/exec.go, as a machine over the instructions of code.ts.
 * state.ts, calls.ts and frames.ts hold what the instructions of expressions and of templates do.
 */

import { sprintPointee } from '@mcpgw/go/fmt';
import { goTypeName, isTrue, kindOf } from '@mcpgw/go/reflect';
import type { Value } from '@mcpgw/go/values';
import type { Budget } from './budget.js';
import { fromFunction, listItem } from './code.js';
import { idealConstant } from './constant.js';
import { Frames } from './frames.js';
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
import type { Maybe, Template, Templates } from './state.js';

class Machine extends Frames {
  private markCount = 0;
  private readonly marks: number[] = [];
  private readonly withs: { dot: Maybe; isElement: boolean }[] = [];
  private readonly loops: Loop[] = [];

  run(): string {
    this.budget.enter();
    try {
      this.loop();
      return this.out;
    } catch (error) {
      throw this.unwind(error);
    } finally {
      this.budget.leave();
    }
  }

  private loop(): void {
    const { budget } = this;
    let allowed = budget.allowance();
    let left = allowed;
    for (;;) {
      const op = this.code[this.pc]!;
      if (--left <= 0) {
        budget.spend(allowed);
        left = allowed = budget.allowance();
      }
      if (op === OpReturn) {
        if (this.frames.length === 0) break;
        this.leaveTemplate();
      } else {
        const ins = this.pc;
        // `nextInstruction`, without a call for each instruction.
        const next = ins + widths[op]!;
        this.pc = op < firstWithList ? next : next + this.code[next - 1]!;
        this.step(op, ins);
      }
    }
    budget.spend(allowed - left);
  }

  private step(op: number, ins: number): void {
    const { code } = this;
    switch (op) {
      case OpText:
        this.write(this.sourceText(code[ins + textConstant]!, code[ins + textFrom]!, code[ins + textLength]!));
        return;
      case OpAt:
        this.at = ins;
        return;
      case OpPrint:
        this.printValue(ins);
        return;
      case OpPop:
        this.pop();
        return;
      case OpString:
        this.at = ins;
        this.push(this.textOf(code[ins + stringText]!), 0);
        return;
      case OpDot:
        this.at = ins;
        this.push(this.dot, code[ins + dotFlags]!);
        return;
      case OpField:
        this.at = ins;
        this.push(this.evalFieldChain(this.dot, this.dotIsElement, ins + fieldFields), code[ins + fieldFlags]!);
        return;
      case OpVariable:
        this.at = ins;
        this.push(this.evalVariable(code[ins + variableName]!, ins + variableFields), code[ins + variableFlags]!);
        return;
      case OpBeginCall:
        this.at = ins;
        this.beginFunction(ins);
        return;
      case OpArgField:
        this.at = ins;
        this.addArg(this.evalFieldChain(this.dot, this.dotIsElement, ins + argFieldFields), this.isElement);
        return;
      case OpArgVariable:
        this.at = ins;
        this.addArg(this.evalVariable(code[ins + argVariableName]!, ins + argVariableFields), this.isElement);
        return;
      case OpArgString:
        this.at = ins;
        this.stringArg(this.textOf(code[ins + argStringText]!));
        return;
      case OpArgPipe:
        this.addArg(this.pop(), false);
        return;
      case OpCall:
        this.evalCall(ins);
        return;
      case OpMark:
        this.marks[this.markCount++] = this.varCount;
        return;
      case OpUnmark:
        this.varCount = this.marks[--this.markCount]!;
        return;
      case OpJump:
        this.pc = ins + code[ins + jumpTo]!;
        return;
      case OpJumpFalse:
        if (!isTrue(this.pop())) this.pc = ins + code[ins + jumpFalseTo]!;
        return;
    }
    this.stepRare(op, ins);
  }

  private stepRare(op: number, ins: number): void {
    const { code } = this;
    switch (op) {
      case OpTrue:
      case OpFalse:
        this.at = ins;
        this.push(op === OpTrue, 0);
        return;
      case OpNil:
        this.at = ins;
        this.push(undefined, 0);
        return;
      case OpRawString:
        this.at = ins;
        this.push(this.sourceText(code[ins + rawStringConstant]!, code[ins + rawStringFrom]!, code[ins + rawStringLength]!), 0);
        return;
      case OpNumber:
        this.at = ins;
        this.push(idealConstant(this.numberOf(code[ins + numberConstant]!, code[ins + numberText]!, code[ins + numberToken]!))!, 0);
        return;
      case OpChain:
        this.evalChain(ins);
        return;
      case OpBeginMethod:
        this.beginMethod(ins);
        return;
      case OpBeginAndOr:
        this.at = ins;
        this.beginAndOr(ins);
        return;
      case OpTestAndOr:
        this.testAndOr(ins);
        return;
      case OpDeclare:
        this.declare(ins + declareNames);
        return;
      case OpAssign:
        this.assign(ins + assignNames);
        return;
      case OpWith:
        this.walkWith(ins);
        return;
      case OpEndWith:
        this.endWith();
        return;
      case OpRange:
        this.walkRange(ins);
        return;
      case OpNext:
        this.oneIteration(ins);
        return;
      case OpBreak:
        this.walkBreak();
        return;
      case OpContinue:
        this.walkContinue();
        return;
      case OpFindTemplate:
        this.at = ins;
        this.findTemplate(this.textOf(code[ins + findTemplateName]!));
        return;
      case OpTemplate:
        this.walkTemplate(ins);
        return;
      case OpFixedVariable:
        this.at = ins;
        this.varIndex(this.textOf(code[ins + fixedVariableName]!));
        return;
      case OpFail:
        this.fail(this.textOf(code[ins + failReason]!));
    }
    this.rareArg(op, ins);
  }

  private rareArg(op: number, ins: number): void {
    const { code } = this;
    switch (op) {
      case OpArgChain:
        this.addArg(this.pop(), this.isElement);
        return;
      case OpArgFunction:
        this.addArg(this.pop(), this.isInterfaceResult(fromFunction, code[ins + argFunctionFunction]!));
        return;
    }
    this.at = ins;
    switch (op) {
      case OpArgDot:
        this.addArg(this.dot, this.dotIsElement);
        return;
      case OpArgNil:
        this.nilArg();
        return;
      case OpArgBool:
        this.boolArg(code[ins + argBoolValue] === 1);
        return;
      case OpArgNumber:
        this.numberArg(this.numberOf(code[ins + argNumberConstant]!, code[ins + argNumberText]!, code[ins + argNumberToken]!));
        return;
    }
    throw new Error(`instruction ${op}`);
  }

  /** A text of the source: constant `i`, cut out when it is first used. */
  private sourceText(i: number, from: number, length: number): string {
    const { constants } = this;
    constants[i] ??= this.template.tree.source.text.slice(from, from + length);
    return constants[i] as string;
  }

  private evalChain(ins: number): void {
    const { code } = this;
    const flags = code[ins + chainFlags]!;
    const isElement = this.isInterfaceResult(flags, code[ins + chainFunction]!);
    this.push(this.evalFieldChain(this.pop(), isElement, ins + chainFields), flags);
  }

  private printValue(ins: number): void {
    const v = this.pop();
    this.at = ins;
    if (typeof v === 'string') this.write(v);
    else if (v === undefined) this.write('<no value>');
    else if (kindOf(v) === 'func') this.fail(`can't print ${this.nodeAt(ins)} of type ${goTypeName(v)}`);
    else this.write(sprintPointee(v));
  }

  private walkWith(ins: number): void {
    const v = this.pop();
    if (!isTrue(v)) {
      this.pc = ins + this.code[ins + withTo]!;
      return;
    }
    this.withs.push({ dot: this.dot, isElement: this.dotIsElement });
    this.dot = v;
    this.dotIsElement = false;
  }

  private endWith(): void {
    const { dot, isElement } = this.withs.pop()!;
    this.dot = dot;
    this.dotIsElement = isElement;
  }

  private walkRange(ins: number): void {
    this.budget.look();
    const v = this.pop();
    const loop = Loop.over(v, {
      variables: this.code[ins + rangeVariables]!,
      next: this.pc,
      marks: this.markCount,
      withs: this.withs.length,
      dot: this.dot,
      dotIsElement: this.dotIsElement,
      mark: this.varCount,
    });
    if (typeof loop === 'string') this.fail(loop);
    if (loop === null) this.pc = ins + this.code[ins + rangeTo]!;
    else this.loops.push(loop);
  }

  private oneIteration(ins: number): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.varCount = loop.start.mark;
    if (!loop.advance()) {
      this.endLoop(loop);
      return;
    }
    const count = this.code[ins + nextNames]!;
    if (count > 0) this.setVariable(this.loopVariable(ins, count, count - 1), loop.element, loop.isElement);
    if (count > 1) this.setVariable(this.loopVariable(ins, count, 0), loop.index, false);
    this.dot = loop.element;
    this.dotIsElement = loop.isElement;
  }

  /** Variable `i` of OpNext at `ins`. */
  private loopVariable(ins: number, count: number, i: number): number {
    if (this.code[ins + nextAssigns] === 0) return this.varCount - count + i;
    return this.varIndex(this.textOf(listItem(this.code, ins + nextNames, i)));
  }

  private endLoop({ start }: Loop): void {
    this.loops.pop();
    this.dot = start.dot;
    this.dotIsElement = start.dotIsElement;
    this.varCount = start.mark;
    this.pc = start.next + this.code[start.next + nextTo]!;
  }

  private walkBreak(): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.leaveBody(loop);
    this.endLoop(loop);
  }

  private walkContinue(): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.leaveBody(loop);
    this.pc = loop.start.next;
  }

  private leaveBody(loop: Loop): void {
    const { start } = loop;
    this.markCount = start.marks;
    this.withs.length = start.withs;
  }
}

/** Runs a template. Throws ExecError, BudgetError. */
export function execute(templates: Templates, template: Template, data: Value, budget: Budget): string {
  return new Machine(templates, template, data, budget).run();
}
