/** Calls of functions and methods: behaviour of Go 1.26 text/template/exec.go (evalFunction, evalArg, evalCall). */

import { goTypeName, hasInterfaceElements, isTrue } from '@mcpgw/go/reflect';
import { quote } from '@mcpgw/go/strconv';
import { type Func, GoMap, GoObject, methodOf, type ParamType, type TemplateCall, type Value } from '@mcpgw/go/values';
import { literalArg, nilArg, paramType, validateType } from './args.js';
import { hasFinal, isLast, isOr, listItem } from './code.js';
import { type Builtin, callBuiltin, InterfaceValue, sliceBuiltin } from './funcs.js';
import {
  beginAndOrArgs,
  beginAndOrFlags,
  beginCallArgs,
  beginCallFlags,
  beginCallFunction,
  beginMethodArgs,
  beginMethodFields,
  beginMethodFlags,
  beginMethodReceiver,
  beginMethodTo,
  beginMethodType,
  callCalled,
  callFlags,
  testAndOrFlags,
  testAndOrTo,
} from './instructions.js';
import { type BoolNode, NodeChain, NodeField, NodeVariable, NumberNode, type StringNode } from './node.js';
import { parseNumber } from './numbers.js';
import { type Maybe, State } from './state.js';

/** A call whose arguments are being evaluated. */
class PendingCall {
  declare func: Func;
  declare name: string;
  declare args: Maybe[];
  /** How many arguments are there yet. */
  declare count: number;
  declare reflectValue: boolean;

  start(func: Func, name: string, argc: number): void {
    this.func = func;
    this.name = name;
    this.args = new Array(argc);
    this.count = 0;
    this.reflectValue = (func as Partial<Builtin>).reflectValue === true;
  }
}

/** reflect.Value's String: a string's text, else the type in angle brackets. */
const reflectString = (v: Maybe): string => (typeof v === 'string' ? v : `<${v === undefined ? 'invalid' : goTypeName(v)} Value>`);

function unreadable(message: string): never {
  throw new Error(message);
}

export abstract class Calls extends State {
  /** The objects are used again. */
  private readonly pending: PendingCall[] = [];
  private pendingCount = 0;

  /** Starts the template that a function wants to run; its output becomes the function's result. */
  protected abstract enterTemplate(run: TemplateCall, name: string, flags: number): void;

  protected beginCall(f: Func, name: string, argc: number, flags: number): void {
    this.checkCount(f, name, argc, flags & hasFinal);
    const depth = this.pendingCount++;
    if (depth === this.pending.length) this.pending.push(new PendingCall());
    this.pending[depth]!.start(f, name, argc + (flags & hasFinal));
  }

  /** BeginCall at `ins`. */
  protected beginFunction(ins: number): void {
    const { code } = this;
    const name = this.textOf(code[ins + beginCallFunction]!);
    const f = this.templates.lookupFunc(name);
    if (f === undefined) this.fail(`${quote(name)} is not a defined function`);
    this.beginCall(f, name, code[ins + beginCallArgs]!, code[ins + beginCallFlags]!);
  }

  /** The receiver of the last field of OpBeginMethod at `ins`, and whether its static type is `interface {}`. */
  private methodReceiver(ins: number): { receiver: Maybe; isElement: boolean; name: string } {
    const { code } = this;
    const type = code[ins + beginMethodType]!;
    if (type !== NodeChain) this.at = ins;
    let receiver: Maybe;
    let isElement: boolean;
    if (type === NodeField) {
      receiver = this.dot;
      isElement = this.dotIsElement;
    } else if (type === NodeVariable) {
      const i = this.varIndex(this.textOf(code[ins + beginMethodReceiver]!));
      receiver = this.varValues[i];
      isElement = this.varIsElement[i]!;
    } else {
      receiver = this.pop();
      isElement = this.isInterfaceResult(code[ins + beginMethodFlags]!, code[ins + beginMethodReceiver]!);
    }
    const fields = ins + beginMethodFields;
    const last = code[fields]! - 1;
    for (let i = 0; i < last; i++) {
      const v = this.evalField(receiver, this.textOf(listItem(code, fields, i)), isElement);
      isElement = receiver instanceof GoMap && hasInterfaceElements(receiver.goType);
      receiver = v;
    }
    return { receiver, isElement, name: this.textOf(listItem(code, fields, last)) };
  }

  /** OpBeginMethod at `ins`; the arguments follow, unless there is nothing to have a method. */
  protected beginMethod(ins: number): void {
    const { code } = this;
    const flags = code[ins + beginMethodFlags]!;
    const { receiver, isElement, name } = this.methodReceiver(ins);
    if (receiver === undefined) {
      this.noData(name);
      if ((flags & hasFinal) !== 0) this.pop();
      this.push(undefined, 0);
      this.pc = ins + code[ins + beginMethodTo]!;
      return;
    }
    if (receiver === null) this.fail(`nil pointer evaluating interface {}.${name}`);
    const method = methodOf(receiver, name);
    if (method !== undefined) {
      this.beginCall(method, name, code[ins + beginMethodArgs]!, flags);
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

  protected addArg(v: Maybe, isElement: boolean): void {
    const call = this.pending[this.pendingCount - 1]!;
    const i = call.count++;
    if (isElement && v !== undefined && call.func === sliceBuiltin && i > 0) call.args[i] = new InterfaceValue(v) as never;
    else call.args[i] = call.reflectValue ? v : validateType(v, paramType(call.func, i));
  }

  protected boolArg(v: boolean): void {
    const type = this.argType();
    this.addLiteral(type === null || type === 'any' || type === 'bool' ? v : literalArg(this.nodeAt(this.at) as BoolNode, type));
  }

  protected stringArg(v: string): void {
    const type = this.argType();
    this.addLiteral(type === null || type === 'any' || type === 'string' ? v : literalArg(this.nodeAt(this.at) as StringNode, type));
  }

  protected numberArg(node: NumberNode): void {
    this.addLiteral(literalArg(node, this.argType() ?? 'any'));
  }

  protected nilArg(): void {
    const type = this.argType();
    this.addLiteral(type === null ? undefined : nilArg(type));
  }

  private addLiteral(v: Maybe): void {
    const call = this.pending[this.pendingCount - 1]!;
    call.args[call.count++] = v;
  }

  /** The type of the next argument; null where the function takes what there is. */
  private argType(): ParamType | null {
    const { func, count, reflectValue } = this.pending[this.pendingCount - 1]!;
    return reflectValue ? null : paramType(func, count);
  }

  /** A number: constant `i`, read from its text when it is first used. */
  protected numberOf(i: number, text: number, token: number): NumberNode {
    const { constants } = this;
    constants[i] ??= this.readNumber(this.textOf(text), token);
    return constants[i] as NumberNode;
  }

  private readNumber(text: string, token: number): NumberNode {
    return new NumberNode(0, text, parseNumber(token, text, unreadable), token);
  }

  /** OpCall at `ins`. */
  protected evalCall(ins: number): void {
    const flags = this.code[ins + callFlags]!;
    if ((flags & hasFinal) !== 0) this.addArg(this.pop(), false);
    const { func, name, args } = this.pending[--this.pendingCount]!;
    const values = args as Value[];
    if (func === callBuiltin) values.unshift(this.textOf(this.code[ins + callCalled]!) || reflectString(args[0]));
    this.budget.call();
    this.calling = name;
    this.callingAt = ins;
    if (func.enter !== undefined) {
      this.enterTemplate(func.enter(...values), name, flags);
      return;
    }
    const v = func.call(...values);
    this.calling = null;
    this.budget.made(v);
    this.push(v, flags);
  }

  /** BeginAndOr at `ins`. */
  protected beginAndOr(ins: number): void {
    const { code } = this;
    const argc = code[ins + beginAndOrArgs]!;
    const flags = code[ins + beginAndOrFlags]!;
    if (argc + (flags & hasFinal) < 1) this.fail(`wrong number of args for ${this.nodeAt(ins)}: want at least 1 got ${argc}`);
    if (argc === 0) this.push(this.pop(), flags);
  }

  /** OpTestAndOr at `ins`. */
  protected testAndOr(ins: number): void {
    const flags = this.code[ins + testAndOrFlags]!;
    const v = this.pop();
    const final = (flags & hasFinal) !== 0;
    const decided = isTrue(v) === ((flags & isOr) !== 0);
    if (!decided && (flags & isLast) === 0) return;
    if (decided) {
      if (final) this.pop();
      this.pc = ins + this.code[ins + testAndOrTo]!;
      this.push(v, flags);
    } else if (final) this.push(this.pop(), flags);
    else this.push(v, flags);
  }
}
