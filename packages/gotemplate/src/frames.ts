/** Templates that run templates: behaviour of Go 1.26 text/template/exec.go (walkTemplate), and of functions that run one. */

import { quote } from '@mcpgw/go/strconv';
import { FuncError, type TemplateCall } from '@mcpgw/go/values';
import { ArgError } from './args.js';
import { BudgetError } from './budget.js';
import { Calls } from './calls.js';
import { hasFinal } from './code.js';
import { codeOf } from './compile.js';
import { ExecError, NoTemplateError, ParseError } from './errors.js';
import { templateFlags, templateName } from './instructions.js';
import type { Maybe, Template, Templates } from './state.js';

/** `template` inside `template`, as Go. */
const maxExecDepth = 100000;

/** What a template that runs another goes on with. */
interface Frame {
  readonly templates: Templates;
  readonly template: Template;
  readonly pc: number;
  readonly at: number;
  readonly dot: Maybe;
  readonly dotIsElement: boolean;
  readonly base: number;
  readonly depth: number;
  /** Set where a function runs the template; its output is apart. */
  readonly call: {
    readonly run: TemplateCall;
    readonly name: string;
    readonly callingAt: number;
    readonly flags: number;
    readonly out: string;
  } | null;
}

/** Whether an error is what a function reports, in contrast to a defect of ours. */
const isReported = (error: unknown): error is Error =>
  error instanceof FuncError || error instanceof ExecError || error instanceof ParseError || error instanceof NoTemplateError;

export abstract class Frames extends Calls {
  protected out = '';
  protected readonly frames: Frame[] = [];
  private depth = 0;

  /** Makes of what was thrown the error to report, through every function that was running a template. */
  protected unwind(thrown: unknown): unknown {
    let error = thrown;
    if (error instanceof ArgError)
      error = new ExecError(this.template.tree.source, this.nodeAt(this.at), this.template.name, error.message);
    else if (error instanceof RangeError) error = new BudgetError('depth', 'template data nests too deep or grows too long');
    else if (this.calling !== null && isReported(error)) error = this.callError(error, this.calling, this.callingAt);
    this.budget.leave(this.frames.length);
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      if (frame.call === null) continue;
      const { run, name, callingAt } = frame.call;
      error = (error instanceof Error ? run.fail?.(error) : undefined) ?? error;
      this.template = frame.template;
      if (isReported(error)) error = this.callError(error, name, callingAt);
    }
    return error;
  }

  private callError(error: Error, name: string, at: number): ExecError {
    const { tree } = this.template;
    return new ExecError(tree.source, this.nodeAt(at), this.template.name, `error calling ${name}: ${error.message}`, error);
  }

  protected write(text: string): void {
    this.budget.write(text.length);
    this.out += text;
  }

  /** The template must be there before the pipeline is evaluated. */
  protected findTemplate(name: string): void {
    if (this.templates.lookup(name) === undefined) this.fail(`template ${quote(name)} not defined`);
    if (this.depth === maxExecDepth) this.fail(`exceeded maximum template depth (${maxExecDepth})`);
  }

  protected walkTemplate(ins: number): void {
    const dot = (this.code[ins + templateFlags]! & hasFinal) !== 0 ? this.pop() : undefined;
    const template = this.templates.lookup(this.textOf(this.code[ins + templateName]!))!;
    this.pushFrame(null);
    this.start(template, dot, this.depth + 1);
  }

  protected enterTemplate(run: TemplateCall, name: string, flags: number): void {
    this.calling = null;
    this.pushFrame({ run, name, callingAt: this.callingAt, flags, out: this.out });
    this.templates = run.set as Templates;
    this.out = '';
    this.start(run.template as Template, run.data === null ? undefined : run.data, 0);
  }

  private pushFrame(call: Frame['call']): void {
    this.frames.push({
      templates: this.templates,
      template: this.template,
      pc: this.pc,
      at: this.at,
      dot: this.dot,
      dotIsElement: this.dotIsElement,
      base: this.base,
      depth: this.depth,
      call,
    });
    this.budget.enter();
  }

  private start(template: Template, dot: Maybe, depth: number): void {
    const code = codeOf(template.tree);
    this.use(template, code);
    this.pc = this.at = code.start;
    this.dot = dot;
    this.dotIsElement = false;
    this.depth = depth;
    this.base = this.varCount;
    this.pushVariable('$', dot);
  }

  protected leaveTemplate(): void {
    const frame = this.frames.pop()!;
    this.budget.leave();
    this.varCount = this.base;
    this.templates = frame.templates;
    this.use(frame.template, codeOf(frame.template.tree));
    this.pc = frame.pc;
    this.at = frame.at;
    this.dot = frame.dot;
    this.dotIsElement = frame.dotIsElement;
    this.base = frame.base;
    this.depth = frame.depth;
    if (frame.call === null) return;
    const { out } = this;
    this.out = frame.call.out;
    this.calling = frame.call.name;
    this.callingAt = frame.call.callingAt;
    const v = frame.call.run.leave(out);
    this.calling = null;
    this.budget.made(v);
    this.push(v, frame.call.flags);
  }
}
