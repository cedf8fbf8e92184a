/**
 * The state of a running template, its variables and fields: behaviour of Go 1.26 text/template/exec.go (state, evalField
 * and what leads to it). A value of `undefined` is Go's invalid reflect.Value ("no value"), `null` a nil interface.
 */

import { goTypeName, hasInterfaceElements, zeroElement } from '@mcpgw/go/reflect';
import { quote } from '@mcpgw/go/strconv';
import { type Func, GoMap, GoObject, methodOf, type Value } from '@mcpgw/go/values';
import type { Budget } from './budget.js';
import { type Code, digs, fromFunction, listItem } from './code.js';
import { codeOf, nodeAt } from './compile.js';
import { ExecError } from './errors.js';
import type { Node } from './node.js';
import type { Tree } from './parse.js';

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

export type Maybe = Value | undefined;

export abstract class State {
  protected readonly budget: Budget;
  protected templates: Templates;
  protected template: Template;
  protected dot: Maybe;
  /** Dot came straight out of a container of `interface {}`: what Go's errors call its type. */
  protected dotIsElement = false;
  /** The value evaluated last has the static type `interface {}`. */
  protected isElement = false;
  protected code: Code['code'];
  protected strings: readonly string[];
  protected constants: unknown[];
  /** Where in the code the next instruction is. */
  protected pc: number;
  /** Where in the code the instruction is whose node errors show. */
  protected at: number;
  protected base = 0;
  // Stacks with a height of their own: V8 gives an array's memory back whenever the array is empty, which is here at every action.
  protected varCount = 1;
  protected readonly varNames: string[] = ['$'];
  protected readonly varValues: Maybe[] = [];
  protected readonly varIsElement: boolean[] = [false];
  protected height = 0;
  private readonly stack: Maybe[] = [];
  /** The function that runs now, for errors, and the instruction that calls it. */
  protected calling: string | null = null;
  protected callingAt = 0;

  constructor(templates: Templates, template: Template, data: Value, budget: Budget) {
    this.budget = budget;
    this.templates = templates;
    this.template = template;
    const { code, start, strings, constants } = codeOf(template.tree);
    this.code = code;
    this.strings = strings;
    this.constants = constants;
    this.pc = this.at = start;
    this.dot = data === null ? undefined : data;
    this.varValues.push(this.dot);
  }

  /** Makes a template's code the one that runs. */
  protected use(template: Template, code: Code): void {
    this.template = template;
    this.code = code.code;
    this.strings = code.strings;
    this.constants = code.constants;
  }

  protected fail(reason: string, cause?: unknown): never {
    this.calling = null;
    throw new ExecError(this.template.tree.source, this.nodeAt(this.at), this.template.name, reason, cause);
  }

  protected nodeAt(pc: number): Node {
    return nodeAt(this.template.tree, pc);
  }

  /** A string by its number. */
  protected textOf(number: number): string {
    return this.strings[number]!;
  }

  protected push(v: Maybe, flags: number): void {
    this.stack[this.height++] = v === null && (flags & digs) !== 0 ? undefined : v;
  }

  protected pop(): Maybe {
    return this.stack[--this.height];
  }

  protected varIndex(name: string): number {
    for (let i = this.varCount - 1; i >= this.base; i--) if (this.varNames[i] === name) return i;
    return this.fail(`undefined variable: ${name}`);
  }

  protected pushVariable(name: string, v: Maybe): void {
    const i = this.varCount++;
    this.varNames[i] = name;
    this.varValues[i] = v;
    this.varIsElement[i] = false;
  }

  protected setVariable(i: number, v: Maybe, isElement: boolean): void {
    this.varValues[i] = v;
    this.varIsElement[i] = isElement;
  }

  /** The pipeline's value stays on the stack for whoever asked for it. `names`: the list of their names. */
  protected declare(names: number): void {
    const v = this.stack[this.height - 1];
    const count = this.code[names]!;
    for (let i = 0; i < count; i++) this.pushVariable(this.textOf(listItem(this.code, names, i)), v);
  }

  protected assign(names: number): void {
    const v = this.stack[this.height - 1];
    const count = this.code[names]!;
    for (let i = 0; i < count; i++) this.setVariable(this.varIndex(this.textOf(listItem(this.code, names, i))), v, false);
  }

  /** A variable, or a field of it: the number of its name, and the list of fields. */
  protected evalVariable(name: number, fields: number): Maybe {
    const i = this.varIndex(this.textOf(name));
    if (this.code[fields] === 0) {
      this.isElement = this.varIsElement[i]!;
      return this.varValues[i];
    }
    return this.evalFieldChain(this.varValues[i], this.varIsElement[i]!, fields);
  }

  /** Whether the static result type of the function that a chain starts with is `interface {}`. */
  protected isInterfaceResult(flags: number, name: number): boolean {
    return (flags & fromFunction) !== 0 && (this.templates.lookupFunc(this.textOf(name))?.result ?? 'any') === 'any';
  }

  /** `fields`: the list of their names; `isElement`: the receiver's static type is `interface {}`. */
  protected evalFieldChain(start: Maybe, isElement: boolean, fields: number): Maybe {
    const { code } = this;
    const count = code[fields]!;
    let receiver = start;
    let element = isElement;
    for (let i = 0; i < count; i++) {
      const v = this.evalField(receiver, this.textOf(listItem(code, fields, i)), element);
      element = receiver instanceof GoMap && (receiver.goType === undefined || hasInterfaceElements(receiver.goType));
      receiver = v;
    }
    this.isElement = element;
    return receiver;
  }

  protected evalField(receiver: Maybe, name: string, isElement: boolean): Maybe {
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

  protected noData(name: string): undefined {
    if (this.templates.missingKey === 'error') this.fail(`nil data; no entry for key ${quote(name)}`);
  }

  protected cannotEvaluate(receiver: Value, name: string, isElement: boolean): never {
    this.fail(`can't evaluate field ${name} in type ${isElement ? 'interface {}' : goTypeName(receiver)}`);
  }

  protected missing(map: GoMap, name: string): Maybe {
    switch (this.templates.missingKey) {
      case 'zero':
        return map.goType === undefined || hasInterfaceElements(map.goType) ? null : zeroElement(map.goType);
      case 'error':
        this.fail(`map has no entry for key ${quote(name)}`);
    }
    return undefined;
  }

  protected objectField(receiver: GoObject, name: string, isElement: boolean): Maybe {
    const method = receiver.method(name);
    if (method !== undefined) return this.callMethod(method, name);
    const v = receiver.field(name);
    if (v !== undefined) return /^[a-z]/.test(name) ? this.unexported(receiver, name) : v;
    const contents = receiver.underlying();
    if (contents instanceof GoMap) return contents.get(name) ?? this.missing(contents, name);
    return this.cannotEvaluate(receiver, name, isElement);
  }

  private unexported(receiver: GoObject, name: string): never {
    this.fail(`${name} is an unexported field of struct type ${goTypeName(receiver)}`);
  }

  /** A method without arguments, inside a chain. */
  protected callMethod(method: Func, name: string): Maybe {
    this.checkCount(method, name, 0, 0);
    this.budget.look();
    this.calling = name;
    this.callingAt = this.at;
    const v = method.call();
    this.calling = null;
    return v;
  }

  protected checkCount(f: Func, name: string, argc: number, final: number): void {
    const numIn = argc + final;
    const want = f.params.length;
    if (f.variadic !== undefined) {
      if (numIn < want) this.fail(`wrong number of args for ${name}: want at least ${want} got ${argc}`);
    } else if (numIn !== want) this.fail(`wrong number of args for ${name}: want ${want} got ${numIn}`);
  }
}
