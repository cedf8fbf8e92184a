/** Dictionary functions of Sprig v3.3.0 (dict.go). `set` and `unset` change their map, and `merge` changes its first map. */

import { Walk } from '@mcpgw/go/bounds';
import { MergeError, mergeMaps } from '@mcpgw/go/mergo';
import { goTypeName } from '@mcpgw/go/reflect';
import {
  type Func,
  FuncError,
  GoMap,
  GoObject,
  isNilBytes,
  isNilSlice,
  nilMap,
  sortedKeys,
  typed,
  typedAs,
  type Value,
} from '@mcpgw/go/values';
import { MapView } from '../values/view.js';
import { aliases, func } from './define.js';
import { strval } from './strval.js';

/** A nil argument for a map parameter reaches the function as a nil map. */
type Dict = GoMap | null;

/** Go converts a map of a named type that it passes as an argument. The result is the same map without that type. */
const plainMap = (map: GoMap): GoMap => (map.goType === undefined ? map : new MapView(map));

function get(dict: Dict, key: string): Value {
  return dict?.get(key) ?? (dict?.has(key) ? null : '');
}

function set(dict: Dict, key: string, v: Value): Value {
  if (dict === null || dict.isNil) throw new FuncError('assignment to entry in nil map');
  dict.set(key, v);
  return plainMap(dict);
}

function unset(dict: Dict, key: string): Value {
  dict?.delete(key);
  return dict === null ? nilMap() : plainMap(dict);
}

function pluck(key: string, ...dicts: Dict[]): Value {
  const out: Value[] = [];
  for (const dict of dicts) {
    const v = dict?.get(key);
    if (v !== undefined) out.push(v);
  }
  return out;
}

/** In Go the order is random; here the keys are sorted. */
const keys = (...dicts: Dict[]): Value =>
  typed(
    dicts.flatMap(dict => (dict === null ? [] : sortedKeys(dict))),
    '[]string',
  );

const values = (dict: Dict): Value => (dict === null ? [] : sortedKeys(dict).map(key => dict.get(key)!));

function pick(dict: Dict, ...names: string[]): Value {
  const out = new GoMap();
  for (const name of names) {
    const v = dict?.get(name);
    if (v !== undefined) out.set(name, v);
  }
  return out;
}

function omit(dict: Dict, ...names: string[]): Value {
  const out = new GoMap(dict ?? []);
  for (const name of names) out.delete(name);
  return out;
}

function dict(...pairs: Value[]): Value {
  const out = new GoMap();
  for (let i = 0; i < pairs.length; i += 2) out.set(strval(pairs[i]!), i + 1 < pairs.length ? pairs[i + 1]! : '');
  return out;
}

/** Merges into `dst`. A nil map is created if there is something to merge. */
function mergeAll(dst: Dict, sources: readonly Dict[], overwrite: boolean): Value {
  let out = dst ?? nilMap();
  for (const source of sources) {
    if (source === null || source.isNil) continue;
    if (out.isNil) out = new GoMap();
    mergeMaps(out, source, overwrite);
  }
  return plainMap(out);
}

/** merge and mergeOverwrite return `''` if mergo reports an error. */
function mergeOrEmpty(dst: Dict, sources: readonly Dict[], overwrite: boolean): Value {
  try {
    return mergeAll(dst, sources, overwrite);
  } catch (error) {
    if (error instanceof MergeError) return '';
    throw error;
  }
}

function copyValue(v: Value, depth: number, walk: Walk): Value {
  walk.visit(depth);
  if (v instanceof Uint8Array) return isNilBytes(v) ? v : v.slice();
  if (Array.isArray(v)) {
    if (isNilSlice(v)) return v;
    return typedAs(
      v.map(item => copyValue(item, depth + 1, walk)),
      v,
    );
  }
  if (v instanceof GoObject) return v.deepCopy(part => copyValue(part, depth + 1, walk));
  if (!(v instanceof GoMap)) return v;
  const copy = new GoMap();
  if (v.goType !== undefined) copy.goType = v.goType;
  if (v.isNil) copy.isNil = true;
  if (v.methods) copy.methods = v.methods.boundTo(copy);
  for (const [key, item] of v) copy.set(key, copyValue(item, depth + 1, walk));
  return copy;
}

function deepCopy(v: Value): Value {
  if (v === null) throw new FuncError('reflect: call of reflect.Value.Type on zero Value');
  return copyValue(v, 0, new Walk('deepCopy'));
}

const conversionError = (v: Value, wanted: string): FuncError =>
  new FuncError(`interface conversion: interface {} is ${v === null ? 'nil' : goTypeName(v)}, not ${wanted}`);

/** A type assertion to map[string]any. A map of a named type, such as `.Values`, fails it. */
function assertMap(v: Value): GoMap {
  if (v instanceof GoMap && v.goType === undefined) return v;
  throw conversionError(v, 'map[string]interface {}');
}

function dig(...args: Value[]): Value {
  if (args.length < 3) throw new FuncError('dig needs at least three arguments');
  let dict = assertMap(args.at(-1)!);
  const path = args.slice(0, -2);
  for (const key of path) if (typeof key !== 'string') throw conversionError(key, 'string');
  for (const [i, key] of (path as string[]).entries()) {
    const step = dict.get(key);
    if (step === undefined) return args.at(-2)!;
    if (i === path.length - 1) return step;
    dict = assertMap(step);
  }
  return dict;
}

export const dictFuncs: readonly Func[] = [
  func('get', ['map', 'string'], 'any', get),
  func('set', ['map', 'string', 'any'], 'map', set),
  func('unset', ['map', 'string'], 'map', unset),
  func('hasKey', ['map', 'string'], 'bool', (map: Dict, key: string) => map?.has(key) ?? false),
  func('pluck', ['string'], '[]any', pluck, 'map'),
  func('keys', [], '[]string', keys, 'map'),
  func('pick', ['map'], 'map', pick, 'string'),
  func('omit', ['map'], 'map', omit, 'string'),
  func('values', ['map'], '[]any', values),
  func('dict', [], 'map', dict, 'any'),
  func('merge', ['map'], 'any', (dst: Dict, ...sources: Dict[]) => mergeOrEmpty(dst, sources, false), 'map'),
  func('mustMerge', ['map'], 'any', (dst: Dict, ...sources: Dict[]) => mergeAll(dst, sources, false), 'map'),
  func('mergeOverwrite', ['map'], 'any', (dst: Dict, ...sources: Dict[]) => mergeOrEmpty(dst, sources, true), 'map'),
  func('mustMergeOverwrite', ['map'], 'any', (dst: Dict, ...sources: Dict[]) => mergeAll(dst, sources, true), 'map'),
  ...aliases(['deepCopy', 'mustDeepCopy'], ['any'], 'any', deepCopy),
  func('dig', [], 'any', dig, 'any'),
];
