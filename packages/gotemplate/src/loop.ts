/** What `range` goes over: behaviour of walkRange in Go 1.26 text/template/exec.go. */

import { sprintPointee } from '@mcpgw/go/fmt';
import { hasInterfaceElements } from '@mcpgw/go/reflect';
import { GoMap, GoObject, Sized, sliceType, sortedKeys, type Value } from '@mcpgw/go/values';

type Maybe = Value | undefined;

/** The machine's state at the start of a loop. */
export interface LoopStart {
  /** Number of declared or assigned variables. */
  readonly variables: number;
  /** Where its OpNext is. */
  readonly next: number;
  readonly marks: number;
  readonly withs: number;
  readonly dot: Maybe;
  readonly dotIsElement: boolean;
  /** Height of the variable stack. */
  readonly mark: number;
}

export class Loop {
  readonly start: LoopStart;
  /** The element's static type is `interface {}`. */
  readonly isElement: boolean;
  index: Maybe = undefined;
  element: Maybe = undefined;
  readonly #length: number;
  readonly #keys: readonly string[] | null;
  /** The values as they were when the loop began. */
  readonly #values: readonly Value[] | null;
  readonly #source: GoMap | Value[] | Uint8Array | bigint | Sized;
  #i = 0;

  private constructor(start: LoopStart, source: GoMap | Value[] | Uint8Array | bigint | Sized, length: number, isElement: boolean) {
    this.start = start;
    this.#source = source;
    this.isElement = isElement;
    this.#keys = source instanceof GoMap ? sortedKeys(source) : null;
    this.#values = source instanceof GoMap ? this.#keys!.map(key => source.get(key)!) : null;
    this.#length = length;
  }

  /** Null where there is nothing to go over; the reason where the value cannot be ranged over. */
  static over(v: Maybe, start: LoopStart): Loop | null | string {
    if (v === undefined || v === null) return null;
    if (v instanceof GoMap) return Loop.#of(start, v, v.size, hasInterfaceElements(v.goType));
    if (Array.isArray(v)) return Loop.#of(start, v, v.length, hasInterfaceElements(sliceType(v)));
    if (v instanceof Uint8Array) return Loop.#of(start, v, v.length, false);
    if (typeof v === 'bigint') return Loop.#overInt(start, v, v);
    if (v instanceof Sized && typeof v.value === 'bigint') return Loop.#overInt(start, v, v.value);
    const contents = v instanceof GoObject ? v.underlying() : undefined;
    return contents === undefined
      ? `range can't iterate over ${sprintPointee(v instanceof GoObject ? v.asArgument() : v)}`
      : Loop.over(contents, start);
  }

  static #of(start: LoopStart, source: GoMap | Value[] | Uint8Array, length: number, isElement: boolean): Loop | null {
    return length === 0 ? null : new Loop(start, source, length, isElement);
  }

  static #overInt(start: LoopStart, source: bigint | Sized, n: bigint): Loop | null | string {
    if (start.variables > 1) return `can't use ${n} to iterate over more than one variable`;
    return n <= 0n ? null : new Loop(start, source, Number(n), false);
  }

  /** Makes the next element current; false at the end. */
  advance(): boolean {
    const i = this.#i;
    const source = this.#source;
    if (i >= this.#length) return false;
    this.#i = i + 1;
    if (this.#keys !== null) {
      this.index = this.#keys[i]!;
      this.element = this.#values![i]!;
    } else if (Array.isArray(source)) {
      this.index = BigInt(i);
      this.element = source[i]!;
    } else if (source instanceof Uint8Array) {
      this.index = BigInt(i);
      this.element = new Sized('uint8', BigInt(source[i]!));
    } else this.element = source instanceof Sized ? new Sized(source.kind, BigInt(i)) : BigInt(i);
    return true;
  }
}
