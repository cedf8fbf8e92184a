/** Calls of functions and methods: behaviour of Go 1.26 text/template/exec.go (evalFunction, evalArg, evalCall). */
import { literal, literalArg, nilArg, paramType, validateType } from './args.js';
import { hasFinal, type Instruction, isLast, isOr } from './compile.js';
import { quote } from './fmt/quote.js';
import { goTypeName, hasInterfaceElements, isTrue } from './fmt/types.js';
import { type Builtin, callBuiltin, InterfaceValue, sliceBuiltin } from './funcs.js';
import {
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
  type VariableNode,
} from './node.js';
import { type Maybe, State } from './state.js';
import { type Func, GoMap, GoObject, methodOf, type TemplateCall, type Value } from './value.js';

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

/** reflect.Value's String: a string's text, else the type in angle brackets. */
const reflectString = (v: Maybe): string => (typeof v === 'string' ? v : `<${v === undefined ? 'invalid' : goTypeName(v)} Value>`);

export abstract class Calls extends State {
  protected readonly pending: PendingCall[] = [];

  /** Starts the template that a function wants to run; its output becomes the function's result. */
  protected abstract enterTemplate(run: TemplateCall, name: string, ins: Instruction): void;

  protected beginCall(f: Func, name: string, ins: Instruction): void {
    this.checkCount(f, name, ins.arg as number, ins.flags & hasFinal);
    this.pending.push(new PendingCall(f, name));
  }

  protected beginFunction(ins: Instruction): void {
    this.node = ins.node;
    const name = (ins.node as IdentifierNode).ident;
    const f = this.templates.lookupFunc(name);
    if (f === undefined) this.fail(`${quote(name)} is not a defined function`);
    this.beginCall(f, name, ins);
  }

  /** The receiver of the last field of a chain, and whether its static type is `interface {}`. */
  protected methodReceiver(ins: Instruction): { receiver: Maybe; isElement: boolean; name: string } {
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

  protected beginMethod(ins: Instruction): void {
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
  protected isInterfaceArg(node: Node): boolean {
    if (node.type === NodePipe) return false;
    if (node.type === NodeChain) return this.isElement;
    return (this.templates.lookupFunc((node as IdentifierNode).ident)?.result ?? 'any') === 'any';
  }

  protected addArg(v: Maybe, isElement: boolean): void {
    const call = this.pending[this.pending.length - 1]!;
    if (isElement && v !== undefined && call.func === sliceBuiltin && call.args.length > 0) call.args.push(new InterfaceValue(v) as never);
    else call.args.push(call.reflectValue ? v : validateType(v, paramType(call.func, call.args.length)));
  }

  /** A simple argument: all but pipelines, functions and chains. */
  protected evalArg(node: Node): void {
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

  protected evalOperand(node: Node): Maybe {
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

  protected evalCall(ins: Instruction): void {
    if ((ins.flags & hasFinal) !== 0) this.addArg(this.stack.pop(), false);
    const { func, name, args } = this.pending.pop()!;
    const values = args as Value[];
    if (func === callBuiltin) values.unshift(ins.arg === null ? reflectString(args[0]) : (ins.arg as Node).toString());
    this.budget.look();
    this.calling = { name, node: ins.node };
    if (func.enter !== undefined) {
      this.enterTemplate(func.enter(...values), name, ins);
      return;
    }
    const v = func.call(...values);
    this.calling = null;
    this.budget.made(v);
    this.push(v, ins.flags);
  }

  protected beginAndOr(ins: Instruction): void {
    this.node = ins.node;
    const argc = ins.arg as number;
    const final = ins.flags & hasFinal;
    if (argc + final < 1) this.fail(`wrong number of args for ${ins.node}: want at least 1 got ${argc}`);
    if (argc === 0) this.push(this.stack.pop(), ins.flags);
  }

  protected testAndOr(ins: Instruction): void {
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
}
