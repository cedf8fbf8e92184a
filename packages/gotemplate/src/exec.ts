/**
 * The executor: behaviour of Go 1.26 text/template/exec.go, as a machine over the instructions of code.ts.
 * state.ts, calls.ts and frames.ts hold what the instructions of expressions and of templates do.
 */

import { sprintPointee } from '@mcpgw/go/fmt';
import { goTypeName, isTrue, kindOf } from '@mcpgw/go/reflect';
import type { Value } from '@mcpgw/go/values';
import type { Budget } from './budget.js';
import {
  fromFunction,
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
} from './code.js';
import { idealConstant } from './constant.js';
import { Frames } from './frames.js';
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
      } else this.step(op, this.pc);
    }
    budget.spend(allowed - left);
  }

  private step(op: number, ins: number): void {
    const { code } = this;
    switch (op) {
      case OpText:
        this.pc = ins + 4;
        this.write(this.sourceText(ins));
        return;
      case OpAt:
        this.pc = ins + 1;
        this.at = ins;
        return;
      case OpPrint:
        this.pc = ins + 1;
        this.printValue(ins);
        return;
      case OpPop:
        this.pc = ins + 1;
        this.pop();
        return;
      case OpString:
        this.pc = ins + 2;
        this.at = ins;
        this.push(this.textAt(ins + 1), 0);
        return;
      case OpDot:
        this.pc = ins + 2;
        this.at = ins;
        this.push(this.dot, code[ins + 1]!);
        return;
      case OpField:
        this.pc = ins + 3 + code[ins + 2]!;
        this.at = ins;
        this.push(this.evalFieldChain(this.dot, this.dotIsElement, ins + 2), code[ins + 1]!);
        return;
      case OpVariable:
        this.pc = ins + 4 + code[ins + 3]!;
        this.at = ins;
        this.push(this.evalVariable(ins + 2), code[ins + 1]!);
        return;
      case OpBeginCall:
        this.pc = ins + 4;
        this.at = ins;
        this.beginFunction();
        return;
      case OpArgField:
        this.pc = ins + 2 + code[ins + 1]!;
        this.at = ins;
        this.addArg(this.evalFieldChain(this.dot, this.dotIsElement, ins + 1), this.isElement);
        return;
      case OpArgVariable:
        this.pc = ins + 3 + code[ins + 2]!;
        this.at = ins;
        this.addArg(this.evalVariable(ins + 1), this.isElement);
        return;
      case OpArgString:
        this.pc = ins + 2;
        this.at = ins;
        this.stringArg(this.textAt(ins + 1));
        return;
      case OpArgPipe:
        this.pc = ins + 1;
        this.addArg(this.pop(), false);
        return;
      case OpCall:
        this.pc = ins + 3;
        this.evalCall(ins);
        return;
      case OpMark:
        this.pc = ins + 1;
        this.marks[this.markCount++] = this.varCount;
        return;
      case OpUnmark:
        this.pc = ins + 1;
        this.varCount = this.marks[--this.markCount]!;
        return;
      case OpJump:
        this.pc = ins + code[ins + 1]!;
        return;
      case OpJumpFalse:
        this.pc = isTrue(this.pop()) ? ins + 2 : ins + code[ins + 1]!;
        return;
    }
    this.stepRare(op, ins);
  }

  private stepRare(op: number, ins: number): void {
    const { code } = this;
    switch (op) {
      case OpTrue:
      case OpFalse:
        this.pc = ins + 1;
        this.at = ins;
        this.push(op === OpTrue, 0);
        return;
      case OpNil:
        this.pc = ins + 1;
        this.at = ins;
        this.push(undefined, 0);
        return;
      case OpRawString:
        this.pc = ins + 4;
        this.at = ins;
        this.push(this.sourceText(ins), 0);
        return;
      case OpNumber:
        this.pc = ins + 4;
        this.at = ins;
        this.push(idealConstant(this.numberAt(ins + 1))!, 0);
        return;
      case OpChain:
        this.pc = ins + 4 + code[ins + 3]!;
        this.push(this.evalFieldChain(this.pop(), this.isInterfaceResult(code[ins + 1]!, ins + 2), ins + 3), code[ins + 1]!);
        return;
      case OpBeginMethod:
        this.pc = ins + 7 + code[ins + 6]!;
        this.beginMethod(ins);
        return;
      case OpBeginAndOr:
        this.pc = ins + 3;
        this.at = ins;
        this.beginAndOr();
        return;
      case OpTestAndOr:
        this.pc = ins + 3;
        this.testAndOr(ins);
        return;
      case OpDeclare:
        this.pc = ins + 2 + code[ins + 1]!;
        this.declare(ins + 1);
        return;
      case OpAssign:
        this.pc = ins + 2 + code[ins + 1]!;
        this.assign(ins + 1);
        return;
      case OpWith:
        this.pc = ins + 2;
        this.walkWith(ins);
        return;
      case OpEndWith:
        this.pc = ins + 1;
        this.endWith();
        return;
      case OpRange:
        this.pc = ins + 3;
        this.walkRange(ins);
        return;
      case OpNext:
        this.pc = ins + 4 + code[ins + 3]!;
        this.oneIteration(ins);
        return;
      case OpBreak:
        this.walkBreak();
        return;
      case OpContinue:
        this.walkContinue();
        return;
      case OpFindTemplate:
        this.pc = ins + 2;
        this.at = ins;
        this.findTemplate(this.textAt(ins + 1));
        return;
      case OpTemplate:
        this.pc = ins + 3;
        this.walkTemplate(ins);
        return;
      case OpFixedVariable:
        this.pc = ins + 2;
        this.at = ins;
        this.varIndex(this.textAt(ins + 1));
        return;
      case OpFail:
        this.fail(this.textAt(ins + 1));
    }
    this.rareArg(op, ins);
  }

  private rareArg(op: number, ins: number): void {
    switch (op) {
      case OpArgChain:
        this.pc = ins + 1;
        this.addArg(this.pop(), this.isElement);
        return;
      case OpArgFunction:
        this.pc = ins + 2;
        this.addArg(this.pop(), this.isInterfaceResult(fromFunction, ins + 1));
        return;
    }
    this.at = ins;
    switch (op) {
      case OpArgDot:
        this.pc = ins + 1;
        this.addArg(this.dot, this.dotIsElement);
        return;
      case OpArgNil:
        this.pc = ins + 1;
        this.nilArg();
        return;
      case OpArgBool:
        this.pc = ins + 2;
        this.boolArg(this.code[ins + 1] === 1);
        return;
      case OpArgNumber:
        this.pc = ins + 4;
        this.numberArg(this.numberAt(ins + 1));
        return;
    }
    throw new Error(`instruction ${op}`);
  }

  /** What OpText or OpRawString at `ins` names. */
  private sourceText(ins: number): string {
    const { code, constants } = this;
    const i = code[ins + 1]!;
    const from = code[ins + 2]!;
    constants[i] ??= this.template.tree.source.text.slice(from, from + code[ins + 3]!);
    return constants[i] as string;
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
      this.pc = ins + this.code[ins + 1]!;
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
      variables: this.code[ins + 2]!,
      next: this.pc,
      marks: this.markCount,
      withs: this.withs.length,
      dot: this.dot,
      dotIsElement: this.dotIsElement,
      mark: this.varCount,
    });
    if (typeof loop === 'string') this.fail(loop);
    if (loop === null) this.pc = ins + this.code[ins + 1]!;
    else this.loops.push(loop);
  }

  private oneIteration(ins: number): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.varCount = loop.start.mark;
    if (!loop.advance()) {
      this.endLoop(loop);
      return;
    }
    const count = this.code[ins + 3]!;
    if (count > 0) this.setVariable(this.loopVariable(ins, count, count - 1), loop.element, loop.isElement);
    if (count > 1) this.setVariable(this.loopVariable(ins, count, 0), loop.index, false);
    this.dot = loop.element;
    this.dotIsElement = loop.isElement;
  }

  /** Variable `i` of OpNext at `ins`. */
  private loopVariable(ins: number, count: number, i: number): number {
    return this.code[ins + 2] === 1 ? this.varIndex(this.textAt(ins + 4 + i)) : this.varCount - count + i;
  }

  private endLoop({ start }: Loop): void {
    this.loops.pop();
    this.dot = start.dot;
    this.dotIsElement = start.dotIsElement;
    this.varCount = start.mark;
    this.pc = start.next + this.code[start.next + 1]!;
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
