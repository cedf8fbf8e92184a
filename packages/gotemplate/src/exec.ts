/**
 * The executor: behaviour of Go 1.26 text/template/exec.go, as a machine over the instructions of compile.ts.
 * A value of `undefined` is Go's invalid reflect.Value ("no value"), `null` a nil interface.
 */
import { ArgError, literal, literalArg, nilArg, paramType, validateType } from './args.js';
import { type Budget, BudgetError } from './budget.js';
import {
  type Body,
  bodyOf,
  type Code,
  codeOf,
  digs,
  fromFunction,
  hasFinal,
  type Instruction,
  isLast,
  isOr,
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
import { goTypeName, hasInterfaceElements, isTrue, kindOf, zeroElement } from './fmt/types.js';
import { type Builtin, callBuiltin, InterfaceValue, sliceBuiltin } from './funcs.js';
import { Loop } from './loop.js';
import {
  type BranchNode,
  type ChainNode,
  type FieldNode,
  type IdentifierNode,
  type Node,
  NodeChain,
  NodeDot,
  NodeField,
  NodeNil,
  NodePipe,
  NodeVariable,
  type PipeNode,
  type TemplateNode,
  type VariableNode,
} from './node.js';
import type { Tree } from './parse.js';
import { type Func, FuncError, GoMap, GoObject, methodOf, type TemplateCall, type Value } from './value.js';

/** `template` inside `template`, as Go. */
const maxExecDepth = 100000;

export type MissingKey = 'default' | 'zero' | 'error';

/** A named, parsed template. */
export interface Template {
  readonly name: string;
  readonly tree: Tree;
}

/** Where a running template finds the others, and the functions. */
export interface Templates {
  readonly missingKey: MissingKey;
  lookup(name: string): Template | undefined;
  lookupFunc(name: string): Func | undefined;
}

type Maybe = Value | undefined;

/** A call whose arguments are being evaluated. */
class PendingCall {
  declare readonly func: Func;
  declare readonly name: string;
  declare readonly args: Maybe[];
  declare readonly reflectValue: boolean;
  constructor(func: Func, name: string) {
    this.func = func;
    this.name = name;
    this.args = [];
    this.reflectValue = (func as Partial<Builtin>).reflectValue === true;
  }
}

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

class Machine {
  private templates: Templates;
  private template: Template;
  private readonly budget: Budget;
  private code: Code;
  private pc = 0;
  private out = '';
  private dot: Maybe;
  /** Dot came straight out of a container of `interface {}`: what Go's errors call its type. */
  private dotIsElement = false;
  /** The value evaluated last has the static type `interface {}`. */
  private isElement = false;
  /** Current node, for errors. */
  private node: Node;
  private depth = 0;
  private base = 0;
  private readonly varNames: string[] = ['$'];
  private readonly varValues: Maybe[] = [];
  private readonly varIsElement: boolean[] = [false];
  private readonly stack: Maybe[] = [];
  private readonly pending: PendingCall[] = [];
  private readonly marks: number[] = [];
  private readonly withs: { dot: Maybe; isElement: boolean }[] = [];
  private readonly loops: Loop[] = [];
  /** Where the bodies that run go on when they end. */
  private readonly bodyCodes: Code[] = [];
  private readonly bodyPcs: number[] = [];
  private readonly frames: Frame[] = [];
  /** The function that runs now, for errors. */
  private calling: { readonly name: string; readonly node: Node } | null = null;

  constructor(templates: Templates, template: Template, data: Value, budget: Budget) {
    this.templates = templates;
    this.template = template;
    this.budget = budget;
    this.code = codeOf(template.tree);
    this.node = template.tree.root;
    this.dot = data === null ? undefined : data;
    this.varValues.push(this.dot);
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

  private fail(reason: string, cause?: unknown): never {
    this.calling = null;
    throw new ExecError(this.template.tree.source, this.node, this.template.name, reason, cause);
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

  private push(v: Maybe, flags: number): void {
    this.stack.push(v === null && (flags & digs) !== 0 ? undefined : v);
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

  // Variables.

  private varIndex(name: string): number {
    for (let i = this.varNames.length - 1; i >= this.base; i--) if (this.varNames[i] === name) return i;
    return this.fail(`undefined variable: ${name}`);
  }

  private popVariables(length: number): void {
    this.varNames.length = this.varValues.length = this.varIsElement.length = length;
  }

  private pushVariable(name: string, v: Maybe): void {
    this.varNames.push(name);
    this.varValues.push(v);
    this.varIsElement.push(false);
  }

  private setVariable(i: number, v: Maybe, isElement: boolean): void {
    this.varValues[i] = v;
    this.varIsElement[i] = isElement;
  }

  /** The pipeline's value stays on the stack for whoever asked for it. */
  private declare(pipe: PipeNode): void {
    const v = this.stack.at(-1);
    for (const variable of pipe.decl) this.pushVariable(variable.name, v);
  }

  private assign(pipe: PipeNode): void {
    const v = this.stack.at(-1);
    for (const variable of pipe.decl) this.setVariable(this.varIndex(variable.name), v, false);
  }

  // Fields.

  private evalFieldNode(node: FieldNode, flags: number): void {
    this.node = node;
    this.push(this.evalFieldChain(this.dot, this.dotIsElement, node.ident), flags);
  }

  private evalVariableNode(node: VariableNode): Maybe {
    this.node = node;
    const i = this.varIndex(node.name);
    if (node.fields.length === 0) {
      this.isElement = this.varIsElement[i]!;
      return this.varValues[i];
    }
    return this.evalFieldChain(this.varValues[i], this.varIsElement[i]!, node.fields);
  }

  private evalChainNode(ins: Instruction): void {
    const receiver = this.stack.pop();
    const chain = ins.node as ChainNode;
    this.push(this.evalFieldChain(receiver, this.isInterfaceResult(chain, ins.flags), chain.field), ins.flags);
  }

  /** A chain that starts with a function: whether that one's static result type is `interface {}`. */
  private isInterfaceResult(chain: ChainNode, flags: number): boolean {
    if ((flags & fromFunction) === 0) return false;
    return (this.templates.lookupFunc((chain.node as IdentifierNode).ident)?.result ?? 'any') === 'any';
  }

  /** `isElement`: the receiver's static type is `interface {}`. */
  private evalFieldChain(start: Maybe, isElement: boolean, fields: readonly string[]): Maybe {
    let receiver = start;
    let element = isElement;
    for (let i = 0; i < fields.length; i++) {
      const v = this.evalField(receiver, fields[i]!, element);
      element = receiver instanceof GoMap && (receiver.goType === undefined || hasInterfaceElements(receiver.goType));
      receiver = v;
    }
    this.isElement = element;
    return receiver;
  }

  private evalField(receiver: Maybe, name: string, isElement: boolean): Maybe {
    if (receiver instanceof GoMap) {
      if (receiver.methods !== undefined) {
        const method = receiver.methods.get(name);
        if (method !== undefined) return this.callMethod(method, name);
      }
      const v = receiver.get(name);
      return v === undefined ? this.missing(receiver, name) : v;
    }
    if (receiver === undefined) return this.noData(name);
    if (receiver === null) this.fail(`nil pointer evaluating interface {}.${name}`);
    if (receiver instanceof GoObject) return this.objectField(receiver, name, isElement);
    const method = methodOf(receiver, name);
    return method === undefined ? this.cannotEvaluate(receiver, name, isElement) : this.callMethod(method, name);
  }

  private noData(name: string): undefined {
    if (this.templates.missingKey === 'error') this.fail(`nil data; no entry for key ${quote(name)}`);
  }

  private cannotEvaluate(receiver: Value, name: string, isElement: boolean): never {
    this.fail(`can't evaluate field ${name} in type ${isElement ? 'interface {}' : goTypeName(receiver)}`);
  }

  private missing(map: GoMap, name: string): Maybe {
    switch (this.templates.missingKey) {
      case 'zero':
        return map.goType === undefined || hasInterfaceElements(map.goType) ? null : zeroElement(map.goType);
      case 'error':
        this.fail(`map has no entry for key ${quote(name)}`);
    }
    return undefined;
  }

  private objectField(receiver: GoObject, name: string, isElement: boolean): Maybe {
    const method = receiver.method(name);
    if (method !== undefined) return this.callMethod(method, name);
    const v = receiver.field(name);
    if (v !== undefined) return v;
    const contents = receiver.underlying();
    if (contents instanceof GoMap) return contents.get(name) ?? this.missing(contents, name);
    return this.cannotEvaluate(receiver, name, isElement);
  }

  /** A method without arguments, inside a chain. */
  private callMethod(method: Func, name: string): Maybe {
    this.checkCount(method, name, 0, 0);
    this.calling = { name, node: this.node };
    const v = method.call();
    this.calling = null;
    return v;
  }

  // Calls.

  private checkCount(f: Func, name: string, argc: number, final: number): void {
    const numIn = argc + final;
    const want = f.params.length;
    if (f.variadic !== undefined) {
      if (numIn < want) this.fail(`wrong number of args for ${name}: want at least ${want} got ${argc}`);
    } else if (numIn !== want) this.fail(`wrong number of args for ${name}: want ${want} got ${numIn}`);
  }

  private beginCall(f: Func, name: string, ins: Instruction): void {
    this.checkCount(f, name, ins.arg as number, ins.flags & hasFinal);
    this.pending.push(new PendingCall(f, name));
  }

  private beginFunction(ins: Instruction): void {
    this.node = ins.node;
    const name = (ins.node as IdentifierNode).ident;
    const f = this.templates.lookupFunc(name);
    if (f === undefined) this.fail(`${quote(name)} is not a defined function`);
    this.beginCall(f, name, ins);
  }

  /** The receiver of the last field of a chain, and whether its static type is `interface {}`. */
  private methodReceiver(ins: Instruction): { receiver: Maybe; isElement: boolean; name: string } {
    const node = ins.node as FieldNode | ChainNode | VariableNode;
    if (node.type !== NodeChain) this.node = node;
    let fields: readonly string[];
    let receiver: Maybe;
    let isElement: boolean;
    if (node.type === NodeField) {
      fields = (node as FieldNode).ident;
      receiver = this.dot;
      isElement = this.dotIsElement;
    } else if (node.type === NodeVariable) {
      fields = (node as VariableNode).fields;
      const i = this.varIndex((node as VariableNode).name);
      receiver = this.varValues[i];
      isElement = this.varIsElement[i]!;
    } else {
      fields = (node as ChainNode).field;
      receiver = this.stack.pop();
      isElement = this.isInterfaceResult(node as ChainNode, ins.flags);
    }
    for (const field of fields.slice(0, -1)) {
      const v = this.evalField(receiver, field, isElement);
      isElement = receiver instanceof GoMap && hasInterfaceElements(receiver.goType);
      receiver = v;
    }
    return { receiver, isElement, name: fields.at(-1)! };
  }

  private beginMethod(ins: Instruction): void {
    const { receiver, isElement, name } = this.methodReceiver(ins);
    if (receiver === undefined) {
      this.noData(name);
      if ((ins.flags & hasFinal) !== 0) this.stack.pop();
      this.stack.push(undefined);
      this.pc = ins.jump;
      return;
    }
    if (receiver === null) this.fail(`nil pointer evaluating interface {}.${name}`);
    const method = methodOf(receiver, name);
    if (method !== undefined) {
      this.beginCall(method, name, ins);
      return;
    }
    if (receiver instanceof GoMap || (receiver instanceof GoObject && receiver.goKind === 'map')) {
      this.fail(`${name} is not a method but has arguments`);
    }
    if (receiver instanceof GoObject && receiver.field(name) !== undefined) {
      this.fail(`${name} has arguments but cannot be invoked as function`);
    }
    this.cannotEvaluate(receiver, name, isElement);
  }

  /** Whether the argument just evaluated by instructions of its own has the static type `interface {}`. */
  private isInterfaceArg(node: Node): boolean {
    if (node.type === NodePipe) return false;
    if (node.type === NodeChain) return this.isElement;
    return (this.templates.lookupFunc((node as IdentifierNode).ident)?.result ?? 'any') === 'any';
  }

  private addArg(v: Maybe, isElement: boolean): void {
    const call = this.pending[this.pending.length - 1]!;
    if (isElement && v !== undefined && call.func === sliceBuiltin && call.args.length > 0) call.args.push(new InterfaceValue(v) as never);
    else call.args.push(call.reflectValue ? v : validateType(v, paramType(call.func, call.args.length)));
  }

  /** A simple argument: all but pipelines, functions and chains. */
  private evalArg(node: Node): void {
    this.node = node;
    switch (node.type) {
      case NodeDot:
        this.addArg(this.dot, this.dotIsElement);
        return;
      case NodeField:
        this.addArg(this.evalFieldChain(this.dot, this.dotIsElement, (node as FieldNode).ident), this.isElement);
        return;
      case NodeVariable:
        this.addArg(this.evalVariableNode(node as VariableNode), this.isElement);
        return;
    }
    const call = this.pending[this.pending.length - 1]!;
    if (call.reflectValue) call.args.push(node.type === NodeNil ? undefined : literal(node));
    else {
      const type = paramType(call.func, call.args.length);
      call.args.push(node.type === NodeNil ? nilArg(type) : literalArg(node, type));
    }
  }

  private evalOperand(node: Node): Maybe {
    this.node = node;
    switch (node.type) {
      case NodeDot:
        return this.dot;
      case NodeField:
        return this.evalFieldChain(this.dot, this.dotIsElement, (node as FieldNode).ident);
      case NodeVariable:
        return this.evalVariableNode(node as VariableNode);
      case NodeNil:
        return undefined;
    }
    return literal(node);
  }

  private evalCall(ins: Instruction): void {
    if ((ins.flags & hasFinal) !== 0) this.addArg(this.stack.pop(), false);
    const { func, name, args } = this.pending.pop()!;
    const values = args as Value[];
    if (func === callBuiltin) values.unshift(ins.arg === null ? reflectString(args[0]) : (ins.arg as Node).toString());
    this.calling = { name, node: ins.node };
    if (func.enter !== undefined) {
      this.enterTemplate(func.enter(...values), name, ins);
      return;
    }
    const v = func.call(...values);
    this.calling = null;
    this.push(v, ins.flags);
  }

  private beginAndOr(ins: Instruction): void {
    this.node = ins.node;
    const argc = ins.arg as number;
    const final = ins.flags & hasFinal;
    if (argc + final < 1) this.fail(`wrong number of args for ${ins.node}: want at least 1 got ${argc}`);
    if (argc === 0) this.push(this.stack.pop(), ins.flags);
  }

  private testAndOr(ins: Instruction): void {
    const v = this.stack.pop();
    const final = (ins.flags & hasFinal) !== 0;
    const decided = isTrue(v) === ((ins.flags & isOr) !== 0);
    if (!decided && (ins.flags & isLast) === 0) return;
    if (decided) {
      if (final) this.stack.pop();
      this.pc = ins.jump;
      this.push(v, ins.flags);
    } else if (final) this.push(this.stack.pop(), ins.flags);
    else this.push(v, ins.flags);
  }

  // Control structures.

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

  // Templates.

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

  private enterTemplate(run: TemplateCall, name: string, ins: Instruction): void {
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
    this.push(v, frame.call.flags);
  }
}

/** reflect.Value's String: a string's text, else the type in angle brackets. */
const reflectString = (v: Maybe): string => (typeof v === 'string' ? v : `<${v === undefined ? 'invalid' : goTypeName(v)} Value>`);

/** Runs a template. Throws ExecError, BudgetError. */
export function execute(templates: Templates, template: Template, data: Value, budget: Budget): string {
  return new Machine(templates, template, data, budget).run();
}
