/**
 * The state of a running template, its variables and fields: behaviour of Go 1.26 text/template/exec.go (state, evalField
 * and what leads to it).
 */

import { goTypeName, hasInterfaceElements, zeroElement } from '@mcpgw/go/reflect';
import { quote } from '@mcpgw/go/strconv';
import { type Func, GoMap, GoObject, methodOf, type Value } from '@mcpgw/go/values';
import type { Budget } from './budget.js';
import { type Code, fromFunction, listItem } from './code.js';
import { codeOf, nodeAt } from './compiled.js';
import { ExecError } from './errors.js';
import type { Node } from './node.js';
import { type Maybe, ValueStack, VariableStack } from './stacks.js';
import type { Tree } from './tree.js';

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

/** The template that runs, and where it is: what its expressions see and what its errors name. */
export class State {
  readonly budget: Budget;
  templates: Templates;
  template: Template;
  dot: Maybe;
  /** Dot came straight out of a container of `interface {}`: what Go's errors call its type. */
  dotIsElement = false;
  /** The value evaluated last has the static type `interface {}`. */
  isElement = false;
  code: Code['code'];
  strings: readonly string[];
  constants: unknown[];
  /** Where in the code the next instruction is. */
  pc: number;
  /** Where in the code the instruction is whose node errors show. */
  at: number;
  readonly vars: VariableStack;
  readonly stack = new ValueStack();
  /** The function that runs now, for errors, and the instruction that calls it. */
  calling: string | null = null;
  callingAt = 0;

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
    this.vars = new VariableStack(this.dot);
  }

  /** Makes a template's code the one that runs. */
  use(template: Template, code: Code): void {
    this.template = template;
    this.code = code.code;
    this.strings = code.strings;
    this.constants = code.constants;
  }

  fail(reason: string, cause?: unknown): never {
    this.calling = null;
    throw new ExecError(this.template.tree.source, this.nodeAt(this.at), this.template.name, reason, cause);
  }

  nodeAt(pc: number): Node {
    return nodeAt(this.template.tree, pc);
  }

  /** A string by its number. */
  textOf(number: number): string {
    return this.strings[number]!;
  }

  /** The place of a variable. */
  varIndex(name: string): number {
    const i = this.vars.find(name);
    return i >= 0 ? i : this.fail(`undefined variable: ${name}`);
  }

  /** The pipeline's value stays on the stack for whoever asked for it. `names`: the list of their names. */
  declare(names: number): void {
    const v = this.stack.top();
    const count = this.code[names]!;
    for (let i = 0; i < count; i++) this.vars.push(this.textOf(listItem(this.code, names, i)), v);
  }

  assign(names: number): void {
    const v = this.stack.top();
    const count = this.code[names]!;
    for (let i = 0; i < count; i++) this.vars.set(this.varIndex(this.textOf(listItem(this.code, names, i))), v, false);
  }

  /** A variable, or a field of it: the number of its name, and the list of fields. */
  evalVariable(name: number, fields: number): Maybe {
    const i = this.varIndex(this.textOf(name));
    if (this.code[fields] === 0) {
      this.isElement = this.vars.isElement[i]!;
      return this.vars.values[i];
    }
    return this.evalFieldChain(this.vars.values[i], this.vars.isElement[i]!, fields);
  }

  /** Whether the static result type of the function that a chain starts with is `interface {}`. */
  isInterfaceResult(flags: number, name: number): boolean {
    return (flags & fromFunction) !== 0 && (this.templates.lookupFunc(this.textOf(name))?.result ?? 'any') === 'any';
  }

  /** `fields`: the list of their names; `isElement`: the receiver's static type is `interface {}`. */
  evalFieldChain(start: Maybe, isElement: boolean, fields: number): Maybe {
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

  evalField(receiver: Maybe, name: string, isElement: boolean): Maybe {
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

  noData(name: string): undefined {
    if (this.templates.missingKey === 'error') this.fail(`nil data; no entry for key ${quote(name)}`);
  }

  cannotEvaluate(receiver: Value, name: string, isElement: boolean): never {
    this.fail(`can't evaluate field ${name} in type ${isElement ? 'interface {}' : goTypeName(receiver)}`);
  }

  missing(map: GoMap, name: string): Maybe {
    switch (this.templates.missingKey) {
      case 'zero':
        return map.goType === undefined || hasInterfaceElements(map.goType) ? null : zeroElement(map.goType);
      case 'error':
        this.fail(`map has no entry for key ${quote(name)}`);
    }
    return undefined;
  }

  objectField(receiver: GoObject, name: string, isElement: boolean): Maybe {
    const method = receiver.method(name);
    if (method !== undefined) return this.callMethod(method, name);
    const v = receiver.field(name);
    if (v !== undefined) return /^[a-z]/.test(name) ? this.#unexported(receiver, name) : v;
    const contents = receiver.underlying();
    if (contents instanceof GoMap) return contents.get(name) ?? this.missing(contents, name);
    return this.cannotEvaluate(receiver, name, isElement);
  }

  #unexported(receiver: GoObject, name: string): never {
    this.fail(`${name} is an unexported field of struct type ${goTypeName(receiver)}`);
  }

  /** A method without arguments, inside a chain. */
  callMethod(method: Func, name: string): Maybe {
    this.checkCount(method, name, 0, 0);
    this.budget.look();
    this.calling = name;
    this.callingAt = this.at;
    const v = method.call();
    this.calling = null;
    return v;
  }

  checkCount(f: Func, name: string, argc: number, final: number): void {
    const numIn = argc + final;
    const want = f.params.length;
    if (f.variadic !== undefined) {
      if (numIn < want) this.fail(`wrong number of args for ${name}: want at least ${want} got ${argc}`);
    } else if (numIn !== want) this.fail(`wrong number of args for ${name}: want ${want} got ${numIn}`);
  }
}
