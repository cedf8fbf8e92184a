/**
 * dario.cat/mergo v1.0.1, Merge and MergeWithOverwrite, as Sprig calls them: maps into a map, in place. What a map holds
 * is not addressable, so only maps merge deeply; a value taken over from the source is shared with it, not copied.
 */
import { FuncError, GoMap, GoObject, type Value } from '@mcpgw/gotemplate';
import { empty } from './cast.js';

/** Maps nested deeper than this hold themselves; Go would end in a stack overflow. */
const MAX_DEPTH = 1000;

/** An error that mergo returns, as against a panic. */
export class MergeError extends FuncError {
  override name = 'MergeError';
}

/** Sets a key; a map of strings takes no `any`, whatever it holds. */
function setElement(dst: GoMap, src: GoMap, key: string, value: Value): void {
  if (dst.goType === 'map[string]string' && src.goType !== dst.goType) {
    throw new FuncError('reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string');
  }
  dst.set(key, value);
}

const isSlice = (v: Value): boolean => Array.isArray(v) || v instanceof Uint8Array;

/** Go's error for a pointer in `dst` where `src` has another type: mergo's ErrDifferentArgumentsTypes. */
function checkPointer(dst: Value | undefined, src: Value, overwrite: boolean): void {
  if (overwrite || !(dst instanceof GoObject) || dst.goKind !== 'ptr') return;
  if (src instanceof GoObject && src.goKind === 'ptr') return;
  throw new MergeError('src and dst must be of same type');
}

function mergeElement(dst: GoMap, src: GoMap, key: string, value: Value, overwrite: boolean, depth: number): void {
  const old = dst.get(key);
  if (value instanceof GoMap || value instanceof GoObject) {
    if (old instanceof GoMap && value instanceof GoMap) deepMerge(old, value, overwrite, depth + 1);
    else checkPointer(old, value, overwrite);
  }
  const hadValue = old !== undefined && !empty(old);
  if (hadValue && value instanceof GoMap && old instanceof GoMap) return;
  if (hadValue && isSlice(value) && !overwrite) return;
  if (overwrite || !hadValue) setElement(dst, src, key, value);
}

function deepMerge(dst: GoMap, src: GoMap, overwrite: boolean, depth: number): void {
  if (dst === src || dst.isNil) return;
  if (depth > MAX_DEPTH) throw new FuncError(`merge: maps are nested deeper than ${MAX_DEPTH}`);
  for (const [key, value] of src) {
    if (value !== null) mergeElement(dst, src, key, value, overwrite, depth);
    else if (overwrite) setElement(dst, src, key, null);
  }
}

/**
 * Merges `src` into `dst` in place. Without `overwrite` only keys that are missing or empty in `dst` are taken;
 * with it every scalar and list of `src`, empty ones and null too, replaces what `dst` has.
 * @throws MergeError where mergo returns an error, FuncError where it panics.
 */
export const mergeMaps = (dst: GoMap, src: GoMap, overwrite: boolean): void => deepMerge(dst, src, overwrite, 0);
