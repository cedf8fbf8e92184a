/**
 * The stacks of a running template. They keep their height in a number: V8 gives an array's memory back whenever the array is empty, which
 * is here at every action.
 */
import type { Value } from '@mcpgw/go/values';
import { digs } from './code.js';

/** `undefined` is Go's invalid reflect.Value ("no value"), `null` a nil interface. */
export type Maybe = Value | undefined;

/** The values of the expressions that are being evaluated. */
export class ValueStack {
  #height = 0;
  readonly #values: Maybe[] = [];

  /** `flags`: with `digs`, a nil interface becomes no value. */
  push(v: Maybe, flags: number): void {
    this.#values[this.#height++] = v === null && (flags & digs) !== 0 ? undefined : v;
  }

  pop(): Maybe {
    return this.#values[--this.#height];
  }

  top(): Maybe {
    return this.#values[this.#height - 1];
  }
}

/** The variables of all running templates; those of the innermost start at `base`. */
export class VariableStack {
  count = 1;
  base = 0;
  readonly #names: string[] = ['$'];
  readonly values: Maybe[];
  /** The variable's static type is `interface {}`. */
  readonly isElement: boolean[] = [false];

  constructor(dot: Maybe) {
    this.values = [dot];
  }

  /** The innermost variable of that name; -1 where there is none. */
  find(name: string): number {
    for (let i = this.count - 1; i >= this.base; i--) if (this.#names[i] === name) return i;
    return -1;
  }

  push(name: string, v: Maybe): void {
    const i = this.count++;
    this.#names[i] = name;
    this.values[i] = v;
    this.isElement[i] = false;
  }

  set(i: number, v: Maybe, isElement: boolean): void {
    this.values[i] = v;
    this.isElement[i] = isElement;
  }
}
