/**
 * dario.cat/mergo v1.0.1, Merge and MergeWithOverwrite, as Sprig calls them: maps into a map, in place. What a map holds
 * is not addressable, so only maps merge deeply; a value taken over from the source is shared with it, not copied.
 */
import { FuncError, GoMap, GoObject, type Value } from '@mcpgw/gotemplate';
import { empty } from './cast.js';

/** Maps nested deeper than this hold themselves; Go would end in a stack overflow. */
const MAX_DEPTH = 1000;

const isSlice = (v: Value): boolean => Array.isArray(v) || v instanceof Uint8Array;

/** isEmptyValue for a map element: unlike Sprig's empty, a named type such as a duration counts by its value, a struct never is. */
const isEmptyElement = (v: Value | undefined): boolean => v === undefined || empty(v);

/** Go's error for a pointer in `dst` where `src` has another type: mergo's ErrDifferentArgumentsTypes. */
function checkPointer(dst: Value | undefined, src: Value, overwrite: boolean): void {
  if (overwrite || !(dst instanceof GoObject) || dst.goKind !== 'ptr') return;
  if (src instanceof GoObject && src.goKind === 'ptr') return;
  throw new FuncError('src and dst must be of same type');
}

function mergeElement(dst: GoMap, key: string, value: Value, overwrite: boolean, depth: number): void {
  const old = dst.get(key);
  if (value instanceof GoMap || value instanceof GoObject) {
    if (old instanceof GoMap && value instanceof GoMap) deepMerge(old, value, overwrite, depth + 1);
    else checkPointer(old, value, overwrite);
  }
  const hadValue = !isEmptyElement(old);
  if (hadValue && value instanceof GoMap && old instanceof GoMap) return;
  if (hadValue && isSlice(value) && !overwrite) return;
  if (overwrite || !hadValue) dst.set(key, value);
}

function deepMerge(dst: GoMap, src: GoMap, overwrite: boolean, depth: number): void {
  if (dst === src || dst.isNil) return;
  if (depth > MAX_DEPTH) throw new FuncError(`merge: maps are nested deeper than ${MAX_DEPTH}`);
  for (const [key, value] of src) {
    if (value !== null) mergeElement(dst, key, value, overwrite, depth);
    else if (overwrite) dst.set(key, null);
  }
}

/**
 * Merges `src` into `dst` in place. Without `overwrite` only keys that are missing or empty in `dst` are taken;
 * with it every scalar and list of `src`, empty ones and null too, replaces what `dst` has.
 * @throws FuncError where mergo reports an error.
 */
export const mergeMaps = (dst: GoMap, src: GoMap, overwrite: boolean): void => deepMerge(dst, src, overwrite, 0);
