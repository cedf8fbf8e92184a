/** Templates that run templates: behaviour of Go 1.26 text/template/exec.go (walkTemplate), and of functions that run one. */

import { quote } from '@mcpgw/go/strconv';
import { FuncError, type TemplateCall } from '@mcpgw/go/values';
import { ArgError } from './args.js';
import { BudgetError } from './budget.js';
import type { Entering } from './calls.js';
import { hasFinal } from './code.js';
import { codeOf } from './compiled.js';
import { ExecError, NoTemplateError, ParseError } from './errors.js';
import { templateFlags, templateName } from './instructions.js';
import type { Maybe } from './stacks.js';
import type { State, Template, Templates } from './state.js';

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

/** The templates that wait for one that they run, and the output. */
export class FrameStack {
  /** What the running template, and those that it runs by `template`, wrote. */
  out = '';
  readonly #state: State;
  readonly #frames: Frame[] = [];
  #depth = 0;

  constructor(state: State) {
    this.#state = state;
  }

  isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** Makes of what was thrown the error to report, through every function that was running a template. */
  unwind(thrown: unknown): unknown {
    let error = thrown;
    if (error instanceof ArgError)
      error = new ExecError(this.#state.template.tree.source, this.#state.nodeAt(this.#state.at), this.#state.template.name, error.message);
    else if (error instanceof RangeError) error = new BudgetError('depth', 'template data nests too deep or grows too long');
    else if (this.#state.calling !== null && isReported(error)) error = this.#callError(error, this.#state.calling, this.#state.callingAt);
    this.#state.budget.leave(this.#frames.length);
    for (let frame = this.#frames.pop(); frame !== undefined; frame = this.#frames.pop()) {
      if (frame.call === null) continue;
      const { run, name, callingAt } = frame.call;
      error = (error instanceof Error ? run.fail?.(error) : undefined) ?? error;
      this.#state.template = frame.template;
      if (isReported(error)) error = this.#callError(error, name, callingAt);
    }
    return error;
  }

  #callError(error: Error, name: string, at: number): ExecError {
    const { tree } = this.#state.template;
    return new ExecError(tree.source, this.#state.nodeAt(at), this.#state.template.name, `error calling ${name}: ${error.message}`, error);
  }

  write(text: string): void {
    this.#state.budget.write(text.length);
    this.out += text;
  }

  /** The template must be there before the pipeline is evaluated. */
  findTemplate(name: string): void {
    if (this.#state.templates.lookup(name) === undefined) this.#state.fail(`template ${quote(name)} not defined`);
    if (this.#depth === maxExecDepth) this.#state.fail(`exceeded maximum template depth (${maxExecDepth})`);
  }

  walkTemplate(ins: number): void {
    const dot = (this.#state.code[ins + templateFlags]! & hasFinal) !== 0 ? this.#state.stack.pop() : undefined;
    const template = this.#state.templates.lookup(this.#state.textOf(this.#state.code[ins + templateName]!))!;
    this.#pushFrame(null);
    this.#start(template, dot, this.#depth + 1);
  }

  enterTemplate({ run, name, flags }: Entering): void {
    this.#state.calling = null;
    this.#pushFrame({ run, name, callingAt: this.#state.callingAt, flags, out: this.out });
    this.#state.templates = run.set as Templates;
    this.out = '';
    this.#start(run.template as Template, run.data === null ? undefined : run.data, 0);
  }

  #pushFrame(call: Frame['call']): void {
    this.#frames.push({
      templates: this.#state.templates,
      template: this.#state.template,
      pc: this.#state.pc,
      at: this.#state.at,
      dot: this.#state.dot,
      dotIsElement: this.#state.dotIsElement,
      base: this.#state.vars.base,
      depth: this.#depth,
      call,
    });
    this.#state.budget.enter();
  }

  #start(template: Template, dot: Maybe, depth: number): void {
    const code = codeOf(template.tree);
    this.#state.use(template, code);
    this.#state.pc = this.#state.at = code.start;
    this.#state.dot = dot;
    this.#state.dotIsElement = false;
    this.#depth = depth;
    this.#state.vars.base = this.#state.vars.count;
    this.#state.vars.push('$', dot);
  }

  leaveTemplate(): void {
    const frame = this.#frames.pop()!;
    this.#state.budget.leave();
    this.#state.vars.count = this.#state.vars.base;
    this.#state.templates = frame.templates;
    this.#state.use(frame.template, codeOf(frame.template.tree));
    this.#state.pc = frame.pc;
    this.#state.at = frame.at;
    this.#state.dot = frame.dot;
    this.#state.dotIsElement = frame.dotIsElement;
    this.#state.vars.base = frame.base;
    this.#depth = frame.depth;
    if (frame.call === null) return;
    const { out } = this;
    this.out = frame.call.out;
    this.#state.calling = frame.call.name;
    this.#state.callingAt = frame.call.callingAt;
    const v = frame.call.run.leave(out);
    this.#state.calling = null;
    this.#state.budget.made(v);
    this.#state.stack.push(v, frame.call.flags);
  }
}
