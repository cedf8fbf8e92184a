/**
 * The state of a running template, its variables and fields: behaviour of Go 1.26 text/template/exec.go (state, evalField
 * and what leads to it). A value of `undefined` is Go's invalid reflect.Value ("no value"), `null` a nil interface.
 */
import type { Budget } from './budget.js';
import { digs, fromFunction, type Instruction } from './compile.js';
import { ExecError } from './errors.js';
import { quote } from './fmt/quote.js';
import { goTypeName, hasInterfaceElements, zeroElement } from './fmt/types.js';
import type { ChainNode, FieldNode, IdentifierNode, Node, PipeNode, VariableNode } from './node.js';
import type { Tree } from './parse.js';
import { type Func, GoMap, GoObject, methodOf, type Value } from './value.js';

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
  /** Current node, for errors. */
  protected node: Node;
  /** Address of the next instruction. */
  protected pc = 0;
  protected base = 0;
  protected readonly varNames: string[] = ['$'];
  protected readonly varValues: Maybe[] = [];
  protected readonly varIsElement: boolean[] = [false];
  protected readonly stack: Maybe[] = [];
  /** The function that runs now, for errors. */
  protected calling: { readonly name: string; readonly node: Node } | null = null;

  constructor(templates: Templates, template: Template, data: Value, budget: Budget) {
    this.budget = budget;
    this.templates = templates;
    this.template = template;
    this.node = template.tree.root;
    this.dot = data === null ? undefined : data;
    this.varValues.push(this.dot);
  }

  protected fail(reason: string, cause?: unknown): never {
    this.calling = null;
    throw new ExecError(this.template.tree.source, this.node, this.template.name, reason, cause);
  }

  protected push(v: Maybe, flags: number): void {
    this.stack.push(v === null && (flags & digs) !== 0 ? undefined : v);
  }

  protected varIndex(name: string): number {
    for (let i = this.varNames.length - 1; i >= this.base; i--) if (this.varNames[i] === name) return i;
    return this.fail(`undefined variable: ${name}`);
  }

  protected popVariables(length: number): void {
    if (this.varNames.length === length) return;
    this.varNames.length = this.varValues.length = this.varIsElement.length = length;
  }

  protected pushVariable(name: string, v: Maybe): void {
    this.varNames.push(name);
    this.varValues.push(v);
    this.varIsElement.push(false);
  }

  protected setVariable(i: number, v: Maybe, isElement: boolean): void {
    this.varValues[i] = v;
    this.varIsElement[i] = isElement;
  }

  /** The pipeline's value stays on the stack for whoever asked for it. */
  protected declare(pipe: PipeNode): void {
    const v = this.stack.at(-1);
    for (const variable of pipe.decl) this.pushVariable(variable.name, v);
  }

  protected assign(pipe: PipeNode): void {
    const v = this.stack.at(-1);
    for (const variable of pipe.decl) this.setVariable(this.varIndex(variable.name), v, false);
  }

  protected evalFieldNode(node: FieldNode, flags: number): void {
    this.node = node;
    this.push(this.evalFieldChain(this.dot, this.dotIsElement, node.ident), flags);
  }

  protected evalVariableNode(node: VariableNode): Maybe {
    this.node = node;
    const i = this.varIndex(node.name);
    if (node.fields.length === 0) {
      this.isElement = this.varIsElement[i]!;
      return this.varValues[i];
    }
    return this.evalFieldChain(this.varValues[i], this.varIsElement[i]!, node.fields);
  }

  protected evalChainNode(ins: Instruction): void {
    const receiver = this.stack.pop();
    const chain = ins.node as ChainNode;
    this.push(this.evalFieldChain(receiver, this.isInterfaceResult(chain, ins.flags), chain.field), ins.flags);
  }

  /** A chain that starts with a function: whether that one's static result type is `interface {}`. */
  protected isInterfaceResult(chain: ChainNode, flags: number): boolean {
    if ((flags & fromFunction) === 0) return false;
    return (this.templates.lookupFunc((chain.node as IdentifierNode).ident)?.result ?? 'any') === 'any';
  }

  /** `isElement`: the receiver's static type is `interface {}`. */
  protected evalFieldChain(start: Maybe, isElement: boolean, fields: readonly string[]): Maybe {
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
    if (v !== undefined) return v;
    const contents = receiver.underlying();
    if (contents instanceof GoMap) return contents.get(name) ?? this.missing(contents, name);
    return this.cannotEvaluate(receiver, name, isElement);
  }

  /** A method without arguments, inside a chain. */
  protected callMethod(method: Func, name: string): Maybe {
    this.checkCount(method, name, 0, 0);
    this.budget.look();
    this.calling = { name, node: this.node };
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
