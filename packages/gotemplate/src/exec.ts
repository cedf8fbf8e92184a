/**
 * The executor: behaviour of Go 1.26 text/template/exec.go, as a machine over the instructions of compile.ts.
 * state.ts and calls.ts hold what the instructions of expressions do.
 */
import { ArgError } from './args.js';
import { type Budget, BudgetError } from './budget.js';
import { Calls } from './calls.js';
import {
  type Body,
  bodyOf,
  type Code,
  codeOf,
  digs,
  hasFinal,
  type Instruction,
  OpArg,
  OpArgPop,
  OpAssign,
  OpAt,
  OpBeginAndOr,
  OpBeginCall,
  OpBeginMethod,
  OpBody,
  OpBreak,
  OpCall,
  OpChain,
  OpConst,
  OpContinue,
  OpDeclare,
  OpDot,
  OpEndBody,
  OpEndWith,
  OpField,
  OpFindTemplate,
  OpFixedVariable,
  OpJump,
  OpJumpFalse,
  OpMark,
  OpNext,
  OpOperand,
  OpPop,
  OpPrint,
  OpRange,
  OpReturn,
  OpTemplate,
  OpTestAndOr,
  OpText,
  OpUnmark,
  OpVariable,
  OpWith,
} from './compile.js';
import { ExecError, NoTemplateError, ParseError } from './errors.js';
import { sprintPointee } from './fmt/print.js';
import { quote } from './fmt/quote.js';
import { goTypeName, isTrue, kindOf } from './fmt/types.js';
import { Loop } from './loop.js';
import type { BranchNode, FieldNode, Node, PipeNode, TemplateNode, VariableNode } from './node.js';
import type { Maybe, Template, Templates } from './state.js';
import { FuncError, type TemplateCall, type Value } from './value.js';

/** `template` inside `template`, as Go. */
const maxExecDepth = 100000;

/** What a template that runs another goes on with. */
interface Frame {
  readonly templates: Templates;
  readonly template: Template;
  readonly code: Code;
  readonly pc: number;
  readonly dot: Maybe;
  readonly dotIsElement: boolean;
  readonly base: number;
  readonly depth: number;
  readonly node: Node;
  /** Set where a function runs the template; its output is apart. */
  readonly call: {
    readonly run: TemplateCall;
    readonly name: string;
    readonly node: Node;
    readonly flags: number;
    readonly out: string;
  } | null;
}

/** Whether an error is what a function reports, in contrast to a defect of ours. */
const isReported = (error: unknown): error is Error =>
  error instanceof FuncError || error instanceof ExecError || error instanceof ParseError || error instanceof NoTemplateError;

class Machine extends Calls {
  private code: Code;
  private out = '';
  private depth = 0;
  private readonly marks: number[] = [];
  private readonly withs: { dot: Maybe; isElement: boolean }[] = [];
  private readonly loops: Loop[] = [];
  /** Where the bodies that run go on when they end. */
  private readonly bodyCodes: Code[] = [];
  private readonly bodyPcs: number[] = [];
  private readonly frames: Frame[] = [];

  constructor(templates: Templates, template: Template, data: Value, budget: Budget) {
    super(templates, template, data, budget);
    this.code = codeOf(template.tree);
  }

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

  /** Makes of what was thrown the error to report, through every function that was running a template. */
  private unwind(thrown: unknown): unknown {
    let error = thrown;
    if (error instanceof ArgError) error = new ExecError(this.template.tree.source, this.node, this.template.name, error.message);
    else if (error instanceof RangeError) error = new BudgetError('depth', 'template data nests too deep or grows too long');
    else if (this.calling !== null && isReported(error)) error = this.callError(error, this.calling);
    this.budget.leave(this.frames.length);
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      if (frame.call === null) continue;
      const { run, name, node } = frame.call;
      error = (error instanceof Error ? run.fail?.(error) : undefined) ?? error;
      this.template = frame.template;
      if (isReported(error)) error = this.callError(error, { name, node });
    }
    return error;
  }

  private callError(error: Error, calling: { name: string; node: Node }): ExecError {
    return new ExecError(
      this.template.tree.source,
      calling.node,
      this.template.name,
      `error calling ${calling.name}: ${error.message}`,
      error,
    );
  }

  private loop(): void {
    const { budget } = this;
    let allowed = budget.allowance();
    let left = allowed;
    for (;;) {
      const ins = this.code[this.pc++]!;
      if (--left <= 0) {
        budget.spend(allowed);
        left = allowed = budget.allowance();
      }
      if (ins.op === OpReturn) {
        if (this.frames.length === 0) break;
        this.leaveTemplate();
      } else this.step(ins);
    }
    budget.spend(allowed - left);
  }

  private step(ins: Instruction): void {
    switch (ins.op) {
      case OpText:
        this.write(ins.arg as string);
        return;
      case OpAt:
        this.node = ins.node;
        return;
      case OpPrint:
        this.printValue(ins.node);
        return;
      case OpPop:
        this.stack.pop();
        return;
      case OpConst:
        this.stack.push(ins.arg as Value);
        return;
      case OpDot:
        this.push(this.dot, digs);
        return;
      case OpField:
        this.evalFieldNode(ins.node as FieldNode, ins.flags);
        return;
      case OpVariable:
        this.push(this.evalVariableNode(ins.node as VariableNode), ins.flags);
        return;
      case OpChain:
        this.evalChainNode(ins);
        return;
      case OpBeginCall:
        this.beginFunction(ins);
        return;
      case OpArg:
        this.evalArg(ins.node);
        return;
      case OpArgPop:
        this.addArg(this.stack.pop(), this.isInterfaceArg(ins.node));
        return;
      case OpCall:
        this.evalCall(ins);
        return;
      case OpMark:
        this.marks.push(this.varNames.length);
        return;
      case OpUnmark:
        this.popVariables(this.marks.pop()!);
        return;
      case OpJump:
        this.pc = ins.jump;
        return;
      case OpBody:
        this.enterBody(ins.arg as Body);
        return;
      case OpEndBody:
        this.code = this.bodyCodes.pop()!;
        this.pc = this.bodyPcs.pop()!;
        return;
      case OpJumpFalse:
        if (!isTrue(this.stack.pop())) this.pc = ins.jump;
        return;
    }
    this.stepRare(ins);
  }

  private stepRare(ins: Instruction): void {
    switch (ins.op) {
      case OpBeginMethod:
        this.beginMethod(ins);
        return;
      case OpBeginAndOr:
        this.beginAndOr(ins);
        return;
      case OpOperand:
        this.stack.push(this.evalOperand(ins.node));
        return;
      case OpTestAndOr:
        this.testAndOr(ins);
        return;
      case OpDeclare:
        this.declare(ins.node as PipeNode);
        return;
      case OpAssign:
        this.assign(ins.node as PipeNode);
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
        this.findTemplate(ins.node as TemplateNode);
        return;
      case OpTemplate:
        this.walkTemplate(ins);
        return;
      case OpFixedVariable:
        this.node = ins.node;
        this.varIndex((ins.node as VariableNode).name);
        return;
    }
    this.fail(ins.arg as string);
  }

  private write(text: string): void {
    this.budget.write(text.length);
    this.out += text;
  }

  private printValue(node: Node): void {
    const v = this.stack.pop();
    this.node = node;
    if (typeof v === 'string') this.write(v);
    else if (v === undefined) this.write('<no value>');
    else if (kindOf(v) === 'func') this.fail(`can't print ${node} of type ${goTypeName(v)}`);
    else this.write(sprintPointee(v));
  }

  private enterBody(body: Body): void {
    this.bodyCodes.push(this.code);
    this.bodyPcs.push(this.pc);
    this.code = bodyOf(body);
    this.pc = 0;
  }

  private walkWith(ins: Instruction): void {
    const v = this.stack.pop();
    if (!isTrue(v)) {
      this.pc = ins.jump;
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

  private walkRange(ins: Instruction): void {
    this.budget.look();
    const v = this.stack.pop();
    const variables = (ins.node as BranchNode).pipe.decl.length;
    const loop = Loop.over(v, {
      variables,
      code: this.code,
      next: this.pc,
      bodies: this.bodyCodes.length,
      marks: this.marks.length,
      withs: this.withs.length,
      dot: this.dot,
      dotIsElement: this.dotIsElement,
      mark: this.varNames.length,
    });
    if (typeof loop === 'string') this.fail(loop);
    if (loop === null) this.pc = ins.jump;
    else this.loops.push(loop);
  }

  private oneIteration(ins: Instruction): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.popVariables(loop.start.mark);
    if (!loop.advance()) {
      this.endLoop(loop, ins.jump);
      return;
    }
    const { pipe } = ins.node as BranchNode;
    const count = pipe.decl.length;
    if (count > 0) this.setVariable(this.loopVariable(pipe, count - 1), loop.element, loop.isElement);
    if (count > 1) this.setVariable(this.loopVariable(pipe, 0), loop.index, false);
    this.dot = loop.element;
    this.dotIsElement = loop.isElement;
  }

  private loopVariable(pipe: PipeNode, i: number): number {
    return pipe.isAssign ? this.varIndex(pipe.decl[i]!.name) : this.varNames.length - pipe.decl.length + i;
  }

  private endLoop(loop: Loop, pc: number): void {
    this.loops.pop();
    this.dot = loop.start.dot;
    this.dotIsElement = loop.start.dotIsElement;
    this.pc = pc;
  }

  private walkBreak(): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.leaveBody(loop);
    this.endLoop(loop, this.code[loop.start.next]!.jump);
  }

  private walkContinue(): void {
    const loop = this.loops[this.loops.length - 1]!;
    this.leaveBody(loop);
    this.pc = loop.start.next;
  }

  private leaveBody(loop: Loop): void {
    const { start } = loop;
    this.code = start.code;
    this.bodyCodes.length = this.bodyPcs.length = start.bodies;
    this.marks.length = start.marks;
    this.withs.length = start.withs;
  }

  /** The template must be there before the pipeline is evaluated. */
  private findTemplate(node: TemplateNode): void {
    this.node = node;
    if (this.templates.lookup(node.name) === undefined) this.fail(`template ${quote(node.name)} not defined`);
    if (this.depth === maxExecDepth) this.fail(`exceeded maximum template depth (${maxExecDepth})`);
  }

  private walkTemplate(ins: Instruction): void {
    const dot = (ins.flags & hasFinal) !== 0 ? this.stack.pop() : undefined;
    const template = this.templates.lookup((ins.node as TemplateNode).name)!;
    this.pushFrame(null);
    this.start(template, dot, this.depth + 1);
  }

  protected enterTemplate(run: TemplateCall, name: string, ins: Instruction): void {
    this.calling = null;
    this.pushFrame({ run, name, node: ins.node, flags: ins.flags, out: this.out });
    this.templates = run.set as Templates;
    this.out = '';
    this.start(run.template as Template, run.data === null ? undefined : run.data, 0);
  }

  private pushFrame(call: Frame['call']): void {
    this.frames.push({
      templates: this.templates,
      template: this.template,
      code: this.code,
      pc: this.pc,
      dot: this.dot,
      dotIsElement: this.dotIsElement,
      base: this.base,
      depth: this.depth,
      node: this.node,
      call,
    });
    this.budget.enter();
  }

  private start(template: Template, dot: Maybe, depth: number): void {
    this.template = template;
    this.code = codeOf(template.tree);
    this.pc = 0;
    this.dot = dot;
    this.dotIsElement = false;
    this.depth = depth;
    this.base = this.varNames.length;
    this.pushVariable('$', dot);
  }

  private leaveTemplate(): void {
    const frame = this.frames.pop()!;
    this.budget.leave();
    this.popVariables(this.base);
    this.templates = frame.templates;
    this.template = frame.template;
    this.code = frame.code;
    this.pc = frame.pc;
    this.dot = frame.dot;
    this.dotIsElement = frame.dotIsElement;
    this.base = frame.base;
    this.depth = frame.depth;
    this.node = frame.node;
    if (frame.call === null) return;
    const { out } = this;
    this.out = frame.call.out;
    this.calling = { name: frame.call.name, node: frame.call.node };
    const v = frame.call.run.leave(out);
    this.calling = null;
    this.budget.made(v);
    this.push(v, frame.call.flags);
  }
}

/** Runs a template. Throws ExecError, BudgetError. */
export function execute(templates: Templates, template: Template, data: Value, budget: Budget): string {
  return new Machine(templates, template, data, budget).run();
}
