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
import type { Maybe } from './stacks.js';
import type { State } from './state.js';

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

/** A template that a function wants to run. */
export interface Entering {
  readonly run: TemplateCall;
  readonly name: string;
  readonly flags: number;
}

/** reflect.Value's String: a string's text, else the type in angle brackets. */
const reflectString = (v: Maybe): string => (typeof v === 'string' ? v : `<${v === undefined ? 'invalid' : goTypeName(v)} Value>`);

function unreadable(message: string): never {
  throw new Error(message);
}

/** The calls whose arguments are being evaluated. */
export class Calls {
  readonly #state: State;
  /** The objects are used again. */
  readonly #pending: PendingCall[] = [];
  #pendingCount = 0;

  constructor(state: State) {
    this.#state = state;
  }

  beginCall(f: Func, name: string, argc: number, flags: number): void {
    this.#state.checkCount(f, name, argc, flags & hasFinal);
    const depth = this.#pendingCount++;
    if (depth === this.#pending.length) this.#pending.push(new PendingCall());
    this.#pending[depth]!.start(f, name, argc + (flags & hasFinal));
  }

  /** BeginCall at `ins`. */
  beginFunction(ins: number): void {
    const { code } = this.#state;
    const name = this.#state.textOf(code[ins + beginCallFunction]!);
    const f = this.#state.templates.lookupFunc(name);
    if (f === undefined) this.#state.fail(`${quote(name)} is not a defined function`);
    this.beginCall(f, name, code[ins + beginCallArgs]!, code[ins + beginCallFlags]!);
  }

  /** The receiver of the last field of BeginMethod at `ins`, and whether its static type is `interface {}`. */
  #methodReceiver(ins: number): { receiver: Maybe; isElement: boolean; name: string } {
    const { code } = this.#state;
    const type = code[ins + beginMethodType]!;
    if (type !== NodeChain) this.#state.at = ins;
    let receiver: Maybe;
    let isElement: boolean;
    if (type === NodeField) {
      receiver = this.#state.dot;
      isElement = this.#state.dotIsElement;
    } else if (type === NodeVariable) {
      const i = this.#state.varIndex(this.#state.textOf(code[ins + beginMethodReceiver]!));
      receiver = this.#state.vars.values[i];
      isElement = this.#state.vars.isElement[i]!;
    } else {
      receiver = this.#state.stack.pop();
      isElement = this.#state.isInterfaceResult(code[ins + beginMethodFlags]!, code[ins + beginMethodReceiver]!);
    }
    const fields = ins + beginMethodFields;
    const last = code[fields]! - 1;
    for (let i = 0; i < last; i++) {
      const v = this.#state.evalField(receiver, this.#state.textOf(listItem(code, fields, i)), isElement);
      isElement = receiver instanceof GoMap && hasInterfaceElements(receiver.goType);
      receiver = v;
    }
    return { receiver, isElement, name: this.#state.textOf(listItem(code, fields, last)) };
  }

  /** BeginMethod at `ins`; the arguments follow, unless there is nothing to have a method. */
  beginMethod(ins: number): void {
    const { code } = this.#state;
    const flags = code[ins + beginMethodFlags]!;
    const { receiver, isElement, name } = this.#methodReceiver(ins);
    if (receiver === undefined) {
      this.#state.noData(name);
      if ((flags & hasFinal) !== 0) this.#state.stack.pop();
      this.#state.stack.push(undefined, 0);
      this.#state.pc = ins + code[ins + beginMethodTo]!;
      return;
    }
    if (receiver === null) this.#state.fail(`nil pointer evaluating interface {}.${name}`);
    const method = methodOf(receiver, name);
    if (method !== undefined) {
      this.beginCall(method, name, code[ins + beginMethodArgs]!, flags);
      return;
    }
    if (receiver instanceof GoMap || (receiver instanceof GoObject && receiver.goKind === 'map')) {
      this.#state.fail(`${name} is not a method but has arguments`);
    }
    if (receiver instanceof GoObject && receiver.field(name) !== undefined) {
      this.#state.fail(`${name} has arguments but cannot be invoked as function`);
    }
    this.#state.cannotEvaluate(receiver, name, isElement);
  }

  addArg(v: Maybe, isElement: boolean): void {
    const call = this.#pending[this.#pendingCount - 1]!;
    const i = call.count++;
    if (isElement && v !== undefined && call.func === sliceBuiltin && i > 0) call.args[i] = new InterfaceValue(v) as never;
    else call.args[i] = call.reflectValue ? v : validateType(v, paramType(call.func, i));
  }

  boolArg(v: boolean): void {
    const type = this.#argType();
    this.#addLiteral(
      type === null || type === 'any' || type === 'bool' ? v : literalArg(this.#state.nodeAt(this.#state.at) as BoolNode, type),
    );
  }

  stringArg(v: string): void {
    const type = this.#argType();
    this.#addLiteral(
      type === null || type === 'any' || type === 'string' ? v : literalArg(this.#state.nodeAt(this.#state.at) as StringNode, type),
    );
  }

  numberArg(node: NumberNode): void {
    this.#addLiteral(literalArg(node, this.#argType() ?? 'any'));
  }

  nilArg(): void {
    const type = this.#argType();
    this.#addLiteral(type === null ? undefined : nilArg(type));
  }

  #addLiteral(v: Maybe): void {
    const call = this.#pending[this.#pendingCount - 1]!;
    call.args[call.count++] = v;
  }

  /** The type of the next argument; null where the function takes what there is. */
  #argType(): ParamType | null {
    const { func, count, reflectValue } = this.#pending[this.#pendingCount - 1]!;
    return reflectValue ? null : paramType(func, count);
  }

  /** A number: constant `i`, read from its text when it is first used. */
  numberOf(i: number, text: number, token: number): NumberNode {
    const { constants } = this.#state;
    constants[i] ??= this.#readNumber(this.#state.textOf(text), token);
    return constants[i] as NumberNode;
  }

  #readNumber(text: string, token: number): NumberNode {
    return new NumberNode(0, text, parseNumber(token, text, unreadable), token);
  }

  /** Call at `ins`; gives the template that the function wants to run, whose output becomes the function's result. */
  evalCall(ins: number): Entering | undefined {
    const flags = this.#state.code[ins + callFlags]!;
    if ((flags & hasFinal) !== 0) this.addArg(this.#state.stack.pop(), false);
    const { func, name, args } = this.#pending[--this.#pendingCount]!;
    const values = args as Value[];
    if (func === callBuiltin) values.unshift(this.#state.textOf(this.#state.code[ins + callCalled]!) || reflectString(args[0]));
    this.#state.budget.call();
    this.#state.calling = name;
    this.#state.callingAt = ins;
    if (func.enter !== undefined) {
      return { run: func.enter(...values), name, flags };
    }
    const v = func.call(...values);
    this.#state.calling = null;
    this.#state.budget.made(v);
    this.#state.stack.push(v, flags);
    return undefined;
  }

  /** BeginAndOr at `ins`. */
  beginAndOr(ins: number): void {
    const { code } = this.#state;
    const argc = code[ins + beginAndOrArgs]!;
    const flags = code[ins + beginAndOrFlags]!;
    if (argc + (flags & hasFinal) < 1) this.#state.fail(`wrong number of args for ${this.#state.nodeAt(ins)}: want at least 1 got ${argc}`);
    if (argc === 0) this.#state.stack.push(this.#state.stack.pop(), flags);
  }

  /** TestAndOr at `ins`. */
  testAndOr(ins: number): void {
    const flags = this.#state.code[ins + testAndOrFlags]!;
    const v = this.#state.stack.pop();
    const final = (flags & hasFinal) !== 0;
    const decided = isTrue(v) === ((flags & isOr) !== 0);
    if (!decided && (flags & isLast) === 0) return;
    if (decided) {
      if (final) this.#state.stack.pop();
      this.#state.pc = ins + this.#state.code[ins + testAndOrTo]!;
      this.#state.stack.push(v, flags);
    } else if (final) this.#state.stack.push(this.#state.stack.pop(), flags);
    else this.#state.stack.push(v, flags);
  }
}
