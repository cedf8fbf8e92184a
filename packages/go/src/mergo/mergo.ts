/**
 * dario.cat/mergo v1.0.1, Merge and MergeWithOverwrite, as Sprig calls them: merges maps into a map, in place. The content of a map is not
 * addressable, so only maps merge deeply. A value taken from the source is shared with it, not copied.
 */

import { Walk } from '../bounds/bounds.js';
import { empty } from '../reflect/empty.js';
import { FuncError, GoMap, GoObject, type Value } from '../values/value.js';

/** An error that mergo returns, as opposed to a panic. */
export class MergeError extends FuncError {
  override name = 'MergeError';
}

/** Sets a key. A map of strings does not accept an `any`, whatever it holds. */
function setElement(dst: GoMap, src: GoMap, key: string, value: Value): void {
  if (dst.goType === 'map[string]string' && src.goType !== dst.goType) {
    throw new FuncError('reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string');
  }
  dst.set(key, value);
}

const isSlice = (v: Value): boolean => Array.isArray(v) || v instanceof Uint8Array;

/** Reports Go's error for a pointer in `dst` if `src` has another type: mergo's ErrDifferentArgumentsTypes. */
function checkPointer(dst: Value | undefined, src: Value, overwrite: boolean): void {
  if (overwrite || !(dst instanceof GoObject) || dst.goKind !== 'ptr') return;
  if (src instanceof GoObject && src.goKind === 'ptr') return;
  throw new MergeError('src and dst must be of same type');
}

class Merger {
  readonly #overwrite: boolean;
  readonly #walk = new Walk('merge');
  constructor(overwrite: boolean) {
    this.#overwrite = overwrite;
  }

  maps(dst: GoMap, src: GoMap, depth: number): void {
    if (dst === src || dst.isNil) return;
    for (const [key, value] of src) {
      this.#walk.visit(depth);
      if (value !== null) this.#element(dst, src, key, value, depth);
      else if (this.#overwrite) setElement(dst, src, key, null);
    }
  }

  #element(dst: GoMap, src: GoMap, key: string, value: Value, depth: number): void {
    const old = dst.get(key);
    if (value instanceof GoMap || value instanceof GoObject) {
      if (old instanceof GoMap && value instanceof GoMap) this.maps(old, value, depth + 1);
      else checkPointer(old, value, this.#overwrite);
    }
    const hadValue = old !== undefined && !empty(old);
    if (hadValue && value instanceof GoMap && old instanceof GoMap) return;
    if (hadValue && isSlice(value) && !this.#overwrite) return;
    if (this.#overwrite || !hadValue) setElement(dst, src, key, value);
  }
}

/**
 * Merges `src` into `dst` in place. Without `overwrite`, only keys that are missing or empty in `dst` are taken. With it, every scalar and
 * list of `src`, including empty ones and null, replaces the value in `dst`.
 *
 * @throws MergeError if mergo returns an error, FuncError if it panics
 */
export const mergeMaps = (dst: GoMap, src: GoMap, overwrite: boolean): void => new Merger(overwrite).maps(dst, src, 0);
