/** Builtin functions: behaviour of Go 1.26 text/template/funcs.go. `and` and `or` are the executor's: they stop early. */

import { sprint, sprintf, sprintln } from '@mcpgw/go/fmt';
import { goTypeName, hasInterfaceElements, isTrue, kindOf, paramTypeName, pointeeTypeName, zeroElement } from '@mcpgw/go/reflect';
import {
  byteLength,
  decodeBytes,
  encodeString,
  type Func,
  FuncError,
  type FuncMap,
  GoMap,
  GoObject,
  type ParamType,
  Sized,
  typedAs,
  type Value,
} from '@mcpgw/go/values';
import { eq, le, lt } from './compare.js';
import { html, js, urlquery } from './escape.js';

/** A builtin takes reflect.Value: it tells an invalid value (`undefined`) from nil. */
export interface Builtin extends Func {
  readonly reflectValue: true;
}

type Maybe = Value | undefined;
type Container = Value[] | Uint8Array | GoMap | string;

/** The contents of what can be indexed; null for everything else. */
function container(v: Value): Container | null {
  if (typeof v === 'string' || Array.isArray(v) || v instanceof GoMap || v instanceof Uint8Array) return v;
  return v instanceof GoObject ? (v.underlying() ?? null) : null;
}

/** An int as a JavaScript number; null for what is none. */
function toInt(v: Maybe): bigint | null {
  if (typeof v === 'bigint') return v;
  return v instanceof Sized && typeof v.value === 'bigint' ? v.value : null;
}

function indexArg(index: Maybe, capacity: number): number {
  const x = toInt(index);
  if (x === null) {
    throw new FuncError(
      index === undefined || index === null
        ? 'cannot index slice/array with nil'
        : `cannot index slice/array with type ${goTypeName(index)}`,
    );
  }
  if (x < 0n || x > capacity) throw new FuncError(`index out of range: ${x}`);
  return Number(x);
}

function indexMap(map: GoMap, key: Maybe): Value {
  if (key === undefined || key === null) throw new FuncError('value is nil; should be of type string');
  if (typeof key !== 'string') throw new FuncError(`value has type ${goTypeName(key)}; should be string`);
  const v = map.get(key);
  if (v !== undefined) return v;
  return hasInterfaceElements(map.goType) ? null : zeroElement(map.goType!);
}

function indexOnce(item: Value, index: Maybe): Value {
  const contents = container(item);
  if (contents === null) throw new FuncError(`can't index item of type ${pointeeTypeName(item)}`);
  if (contents instanceof GoMap) return indexMap(contents, index);
  const bytes = typeof contents === 'string' ? encodeString(contents) : contents;
  const i = indexArg(index, bytes.length);
  if (i === bytes.length) throw new FuncError(`reflect: ${typeof contents === 'string' ? 'string' : 'slice'} index out of range`);
  const element = bytes[i]!;
  return typeof element === 'number' && !Array.isArray(bytes) ? new Sized('uint8', BigInt(element)) : element;
}

function index(item: Maybe, ...indexes: Maybe[]): Maybe {
  if (item === undefined || item === null) throw new FuncError('index of untyped nil');
  let current: Value = item;
  for (const i of indexes) {
    if (current === null) throw new FuncError('index of nil pointer');
    current = indexOnce(current, i);
  }
  return current;
}

function sliceable(item: Maybe): Value[] | Uint8Array | string {
  if (item === undefined || item === null) throw new FuncError('slice of untyped nil');
  const contents = container(item);
  if (contents === null || contents instanceof GoMap) throw new FuncError(`can't slice item of type ${pointeeTypeName(item)}`);
  return contents;
}

function cut(contents: Value[] | Uint8Array | string, from: number, to: number): Value {
  if (typeof contents === 'string') return decodeBytes(encodeString(contents).subarray(from, to));
  if (!Array.isArray(contents)) return contents.subarray(from, to);
  return typedAs(contents.slice(from, to), contents);
}

/** An argument that came straight out of a container of `interface {}`: Go's slice does not look inside. */
export class InterfaceValue {
  readonly value: Maybe;
  constructor(value: Maybe) {
    this.value = value;
  }
}

function sliceIndex(index: Maybe | InterfaceValue, capacity: number): number {
  if (index instanceof InterfaceValue) throw new FuncError('cannot index slice/array with type interface {}');
  return indexArg(index, capacity);
}

function slice(item: Maybe, ...indexes: Maybe[]): Value {
  const contents = sliceable(item);
  if (indexes.length > 3) throw new FuncError(`too many slice indexes: ${indexes.length}`);
  if (typeof contents === 'string' && indexes.length === 3) throw new FuncError('cannot 3-index slice a string');
  const length = typeof contents === 'string' ? byteLength(contents) : contents.length;
  const [from = 0, to = length, max = length] = indexes.map(i => sliceIndex(i, length));
  if (from > to) throw new FuncError(`invalid slice index: ${from} > ${to}`);
  if (to > max) throw new FuncError(`invalid slice index: ${to} > ${max}`);
  return cut(contents, from, to);
}

function length(item: Maybe): Value {
  if (item === undefined) throw new FuncError('reflect: call of reflect.Value.Type on zero Value');
  if (item === null) throw new FuncError('len of nil pointer');
  const contents = container(item);
  if (contents === null) throw new FuncError(`len of type ${pointeeTypeName(item)}`);
  if (typeof contents === 'string') return BigInt(byteLength(contents));
  return BigInt(contents instanceof GoMap ? contents.size : contents.length);
}

const intLike = (kind: string): boolean => /^u?int(8|16|32|64)?$/.test(kind);

/** An argument of `call`: converted between integer types, unlike the arguments of a command. */
function prepareArg(v: Maybe, type: ParamType): Value {
  const name = paramTypeName(type);
  if (v === undefined || v === null) {
    if (['string', 'bool', 'int', 'int64', 'float64'].includes(name)) throw new FuncError(`value is nil; should be of type ${name}`);
    return null;
  }
  if (type === 'any' || goTypeName(v) === name) return v;
  const n = toInt(v);
  if (n !== null && intLike(name)) return name === 'int' ? BigInt.asIntN(64, n) : new Sized('int64', BigInt.asIntN(64, n));
  throw new FuncError(`value has type ${goTypeName(v)}; should be ${name}`);
}

function isFunc(v: Value): v is Func {
  return kindOf(v) === 'func' && typeof v === 'object';
}

function call(calleeName: Maybe, callee: Maybe, ...args: Maybe[]): Value {
  if (callee === undefined || callee === null) throw new FuncError('call of nil');
  const name = calleeName as string;
  if (!isFunc(callee)) throw new FuncError(`non-function ${name} of type ${goTypeName(callee)}`);
  const want = callee.params.length;
  if (callee.variadic !== undefined) {
    if (args.length < want) throw new FuncError(`wrong number of args for ${name}: got ${args.length} want at least ${want}`);
  } else if (args.length !== want) throw new FuncError(`wrong number of args for ${name}: got ${args.length} want ${want}`);
  const values = args.map((arg, i) => {
    try {
      return prepareArg(arg, callee.params[i] ?? callee.variadic ?? 'any');
    } catch (error) {
      throw error instanceof FuncError ? new FuncError(`arg ${i}: ${error.message}`) : error;
    }
  });
  return callee.call(...values);
}

const builtin = (name: string, fixed: number, variadic: boolean, run: (...args: Maybe[]) => Maybe): Builtin => ({
  name,
  params: Array.from({ length: fixed }, () => 'any' as const),
  ...(variadic ? { variadic: 'any' as const } : {}),
  reflectValue: true,
  call: run as Func['call'],
});

const unreachable = (): never => {
  throw new FuncError('unreachable');
};

/** `call`: the executor puts the callee's text in front of its arguments. */
export const callBuiltin: Builtin = builtin('call', 1, true, call);

export const sliceBuiltin: Builtin = builtin('slice', 1, true, slice);

const anyFunc = (name: string, run: (args: Value[]) => string): Func => ({
  name,
  params: [],
  variadic: 'any',
  result: 'string',
  call: (...args) => run(args),
});

const table: readonly Func[] = [
  builtin('and', 1, true, unreachable),
  builtin('or', 1, true, unreachable),
  callBuiltin,
  builtin('index', 1, true, index),
  sliceBuiltin,
  builtin('len', 1, false, length),
  builtin('not', 1, false, v => !isTrue(v)),
  builtin('eq', 1, true, (a, ...rest) => eq(a, rest)),
  builtin('ne', 2, false, (a, b) => !eq(a, [b])),
  builtin('lt', 2, false, (a, b) => lt(a, b)),
  builtin('le', 2, false, (a, b) => le(a, b)),
  builtin('gt', 2, false, (a, b) => !le(a, b)),
  builtin('ge', 2, false, (a, b) => !lt(a, b)),
  anyFunc('print', sprint),
  anyFunc('println', sprintln),
  { name: 'printf', params: ['string'], variadic: 'any', result: 'string', call: (format, ...args) => sprintf(format as string, args) },
  anyFunc('html', html),
  anyFunc('js', js),
  anyFunc('urlquery', urlquery),
];

/** The functions every template has. */
export const builtins = (): FuncMap => new Map(table.map(f => [f.name, f]));
