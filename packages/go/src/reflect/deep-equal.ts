/** reflect.DeepEqual of go1.26 on template values. */

import { Walk } from '../bounds/bounds.js';
import { GoMap, GoObject, isNilBytes, isNilSlice, Sized, sliceType, type Value } from '../values/value.js';

/** The nesting depth from which pairs are recorded, so that the comparison of a value that contains itself terminates. */
const CYCLE_DEPTH = 100;

class Comparison {
  readonly #walk = new Walk('deepEqual');
  #seen: Map<object, Set<object>> | undefined;

  #isRepeated(a: object, b: object, depth: number): boolean {
    if (depth < CYCLE_DEPTH) return false;
    this.#seen ??= new Map();
    const partners = this.#seen.get(a) ?? new Set();
    if (partners.has(b)) return true;
    this.#seen.set(a, partners.add(b));
    return false;
  }

  #slices(a: Value[], b: Value[], depth: number): boolean {
    if (a.length !== b.length || sliceType(a) !== sliceType(b) || isNilSlice(a) !== isNilSlice(b)) return false;
    return a === b || this.#isRepeated(a, b, depth) || a.every((item, i) => this.equal(item, b[i]!, depth + 1));
  }

  #maps(a: GoMap, b: GoMap, depth: number): boolean {
    if (a.size !== b.size || a.goType !== b.goType || Boolean(a.isNil) !== Boolean(b.isNil)) return false;
    if (a === b || this.#isRepeated(a, b, depth)) return true;
    for (const [key, item] of a) {
      const other = b.get(key);
      if (other === undefined || !this.equal(item, other, depth + 1)) return false;
    }
    return true;
  }

  #objects(a: GoObject, b: GoObject, depth: number): boolean {
    if (a === b) return true;
    if (a.goType !== b.goType || a.goString() !== b.goString()) return false;
    if (this.#isRepeated(a, b, depth)) return true;
    return a.fieldNames().every(name => this.equal(a.field(name) ?? null, b.field(name) ?? null, depth + 1));
  }

  equal(a: Value, b: Value, depth: number): boolean {
    this.#walk.visit(0);
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
    if (Array.isArray(a)) return Array.isArray(b) && this.#slices(a, b, depth);
    if (a instanceof GoMap) return b instanceof GoMap && this.#maps(a, b, depth);
    if (a instanceof Sized) return b instanceof Sized && a.kind === b.kind && a.value === b.value;
    if (a instanceof Uint8Array) return b instanceof Uint8Array && isNilBytes(a) === isNilBytes(b) && Buffer.compare(a, b) === 0;
    return a instanceof GoObject && b instanceof GoObject && this.#objects(a, b, depth);
  }
}

/**
 * Whether two values have the same type and are deeply equal. 1 and int64 1 are not equal, nor a nil and an empty slice, nor NaN and
 * itself.
 */
export const deepEqual = (a: Value, b: Value): boolean => new Comparison().equal(a, b, 0);
