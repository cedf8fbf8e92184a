/** List functions of Sprig v3.3.0 (list.go). They accept slices of any type, and fail on nil as reflection does. */

import { boundList } from '@mcpgw/go/bounds';
import { toInt64 } from '@mcpgw/go/cast';
import { deepEqual, empty, kindOf } from '@mcpgw/go/reflect';
import { compareStrings, type Func, FuncError, NIL_POINTER, nilSlice, typed, typedAs, type Value } from '@mcpgw/go/values';
import { aliases, func } from './define.js';
import { elements, strslice, strval } from './strval.js';

/**
 * Returns the elements of a slice.
 *
 * @throws FuncError: Go's nil dereference for nil; `complaint` and the kind for any other kind
 */
function itemsOf(list: Value, complaint: string): readonly Value[] {
  const items = elements(list);
  if (items !== undefined) return items;
  throw new FuncError(list === null ? NIL_POINTER : `${complaint} ${kindOf(list)}`);
}

const push = (list: Value, v: Value): Value => [...itemsOf(list, 'Cannot push on type'), v];

const prepend = (list: Value, v: Value): Value => [v, ...itemsOf(list, 'Cannot prepend on type')];

/** Computes in floating point as Go does. `size` may be zero or negative, which usually causes a makeslice panic. */
function chunk(size: bigint, list: Value): Value {
  const items = itemsOf(list, 'Cannot chunk type');
  const n = Number(size);
  const count = Math.floor((items.length - 1) / n) + 1;
  if (!(count >= 0 && count < 2 ** 40)) throw new FuncError('runtime error: makeslice: len out of range');
  boundList('chunk', count);
  const chunks: Value[] = [];
  for (let i = 0; i < count; i++) {
    const length = i === count - 1 ? items.length % n || n : n;
    if (length < 0) throw new FuncError('runtime error: makeslice: len out of range');
    chunks.push(items.slice(i * n, i * n + length));
  }
  return typed(chunks, '[][]interface {}');
}

const first = (list: Value): Value => itemsOf(list, 'Cannot find first on type')[0] ?? null;

const last = (list: Value): Value => itemsOf(list, 'Cannot find last on type').at(-1) ?? null;

function rest(list: Value): Value {
  const items = itemsOf(list, 'Cannot find rest on type');
  return items.length === 0 ? nilSlice() : items.slice(1);
}

function initial(list: Value): Value {
  const items = itemsOf(list, 'Cannot find initial on type');
  return items.length === 0 ? nilSlice() : items.slice(0, -1);
}

/** Sorts a []string in place, as Sprig does. */
function sortAlpha(list: Value): Value {
  if (elements(list) === undefined) return typed([strval(list)], '[]string');
  return (strslice(list) as string[]).sort(compareStrings);
}

const reverse = (list: Value): Value => [...itemsOf(list, 'Cannot find reverse on type')].reverse();

const compact = (list: Value): Value => itemsOf(list, 'Cannot compact on type').filter(item => !empty(item));

/** Whether `===`, and so a Set, decides deep equality. It does not for NaN, which a Set treats as equal to itself. */
const isPlain = (v: Value): boolean => v === null || (typeof v !== 'object' && !Number.isNaN(v));

/** The number of deep comparisons that one call may make. */
const MAX_COMPARISONS = 2_000_000;

/** A set of values under deep equality. Plain values are found in constant time. */
class Seen {
  readonly #plain = new Set<Value>();
  readonly #others: Value[] = [];
  #comparisons = 0;

  has(v: Value): boolean {
    if (isPlain(v)) return this.#plain.has(v);
    this.#comparisons += this.#others.length;
    if (this.#comparisons > MAX_COMPARISONS) throw new FuncError(`more than ${MAX_COMPARISONS} comparisons of lists or dicts`);
    return this.#others.some(other => deepEqual(v, other));
  }

  add(v: Value): this {
    if (isPlain(v)) this.#plain.add(v);
    else this.#others.push(v);
    return this;
  }
}

function uniq(list: Value): Value {
  const seen = new Seen();
  return itemsOf(list, 'Cannot find uniq on type').filter(item => !seen.has(item) && seen.add(item));
}

function without(list: Value, ...omit: Value[]): Value {
  const omitted = new Seen();
  for (const v of omit) omitted.add(v);
  return itemsOf(list, 'Cannot find without on type').filter(item => !omitted.has(item));
}

function has(needle: Value, haystack: Value): Value {
  if (haystack === null) return false;
  const items = itemsOf(haystack, 'Cannot find has on type');
  return isPlain(needle) ? items.includes(needle) : items.some(item => deepEqual(needle, item));
}

function slice(list: Value, ...indices: Value[]): Value {
  const items = itemsOf(list, 'list should be type of slice or array but');
  if (items.length === 0) return null;
  const start = indices.length > 0 ? toInt64(indices[0]!) : 0n;
  const end = indices.length > 1 ? toInt64(indices[1]!) : BigInt(items.length);
  if (start < 0n || end < start || end > items.length) throw new FuncError('reflect.Value.Slice: slice index out of bounds');
  if (list instanceof Uint8Array) return list.subarray(Number(start), Number(end));
  return typedAs(items.slice(Number(start), Number(end)), list as Value[]);
}

function concat(...lists: Value[]): Value {
  const out: Value[] = [];
  for (const list of lists) {
    const items = elements(list);
    if (items === undefined) throw new FuncError(list === null ? NIL_POINTER : `Cannot concat type ${kindOf(list)} as list`);
    boundList('concat', out.length + items.length);
    for (const item of items) out.push(item);
  }
  return out.length === 0 ? nilSlice() : out;
}

export const listFuncs: readonly Func[] = [
  ...aliases(['list', 'tuple'], [], '[]any', (...items: Value[]) => items, 'any'),
  ...aliases(['append', 'push', 'mustAppend', 'mustPush'], ['any', 'any'], '[]any', push),
  ...aliases(['prepend', 'mustPrepend'], ['any', 'any'], '[]any', prepend),
  ...aliases(['chunk', 'mustChunk'], ['int', 'any'], '[][]interface {}', chunk),
  ...aliases(['first', 'mustFirst'], ['any'], 'any', first),
  ...aliases(['last', 'mustLast'], ['any'], 'any', last),
  ...aliases(['rest', 'mustRest'], ['any'], '[]any', rest),
  ...aliases(['initial', 'mustInitial'], ['any'], '[]any', initial),
  func('sortAlpha', ['any'], '[]string', sortAlpha),
  ...aliases(['reverse', 'mustReverse'], ['any'], '[]any', reverse),
  ...aliases(['compact', 'mustCompact'], ['any'], '[]any', compact),
  ...aliases(['uniq', 'mustUniq'], ['any'], '[]any', uniq),
  ...aliases(['without', 'mustWithout'], ['any'], '[]any', without, 'any'),
  ...aliases(['has', 'mustHas'], ['any', 'any'], 'bool', has),
  ...aliases(['slice', 'mustSlice'], ['any'], 'any', slice, 'any'),
  func('concat', [], 'any', concat, 'any'),
];
