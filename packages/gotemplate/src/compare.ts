/** Comparison of values: behaviour of eq, ne, lt, le, gt, ge in Go 1.26 text/template/funcs.go. */

import { sprintf } from '@mcpgw/go/fmt';
import { Complex, goTypeName, kindOf } from '@mcpgw/go/reflect';
import { compareStrings, FuncError, GoMap, GoObject, isNilBytes, isNilSlice, Sized, type Value } from '@mcpgw/go/values';

type Maybe = Value | undefined;
type BasicKind = 'invalid' | 'bool' | 'complex' | 'int' | 'float' | 'string' | 'uint';

/** A basic value without its type: what is compared. */
interface Basic {
  readonly kind: BasicKind;
  readonly value: boolean | number | bigint | string | null;
}

const invalid: Basic = { kind: 'invalid', value: null };

function basic(v: Maybe): Basic {
  switch (typeof v) {
    case 'string':
      return { kind: 'string', value: v };
    case 'bigint':
      return { kind: 'int', value: v };
    case 'number':
      return { kind: 'float', value: v };
    case 'boolean':
      return { kind: 'bool', value: v };
  }
  if (v instanceof Sized) return { kind: sizedKind(v), value: v.value };
  if (v instanceof Complex) return { kind: 'complex', value: `${v.re + 0},${v.im + 0}` };
  return v instanceof GoObject ? basicObject(v) : invalid;
}

function sizedKind(v: Sized): BasicKind {
  if (v.kind === 'float32') return 'float';
  return v.kind[0] === 'u' ? 'uint' : 'int';
}

/** A named basic type, such as time.Duration. */
function basicObject(v: GoObject): Basic {
  if (!/^(u?int\d*|float\d+|string|bool)$/.test(v.goKind)) return invalid;
  const value = v.toJsonValue();
  return value === null || (typeof value === 'object' && !(value instanceof Sized)) ? invalid : basic(value as Value);
}

const isNil = (v: Maybe): boolean =>
  v === undefined ||
  v === null ||
  (v instanceof GoMap ? v.isNil === true : v instanceof Uint8Array ? isNilBytes(v) : Array.isArray(v) && isNilSlice(v));
const isInvalid = (v: Maybe): v is null | undefined => v === undefined || v === null;
const integers = (a: BasicKind, b: BasicKind): boolean => (a === 'int' && b === 'uint') || (a === 'uint' && b === 'int');

function incompatible(a: Maybe, b: Maybe): FuncError {
  return new FuncError(`incompatible types for comparison: ${goTypeName(a)} and ${goTypeName(b)}`);
}

/** Two values neither of which is basic. */
function equalOthers(a: Maybe, b: Maybe): boolean {
  if (isInvalid(a) || isInvalid(b)) return isNil(a) === isNil(b);
  if (kindOf(a) !== kindOf(b)) {
    throw new FuncError(sprintf(`non-comparable types %s: ${goTypeName(a)}, ${goTypeName(b)}: %v`, [a, b]));
  }
  if (isNil(a) || isNil(b)) return isNil(a) === isNil(b);
  if (['map', 'slice', 'func'].includes(kindOf(b))) throw new FuncError(sprintf(`non-comparable type %s: ${goTypeName(b)}`, [b]));
  return a instanceof GoObject && b instanceof GoObject ? a.equals(b) : a === b;
}

function equal(a: Maybe, b: Maybe): boolean {
  const x = basic(a);
  const y = basic(b);
  if (x.kind === y.kind) return x.kind === 'invalid' ? equalOthers(a, b) : x.value === y.value;
  if (integers(x.kind, y.kind)) return x.value === y.value;
  if (isInvalid(a) || isInvalid(b)) return false;
  throw incompatible(a, b);
}

/** Whether `a` equals any of the others. @throws FuncError if the types cannot be compared */
export function eq(a: Maybe, others: readonly Maybe[]): boolean {
  if (others.length === 0) throw new FuncError('missing argument for comparison');
  return others.some(b => equal(a, b));
}

/** a < b. @throws FuncError if the types cannot be ordered */
export function lt(a: Maybe, b: Maybe): boolean {
  const x = basic(a);
  const y = basic(b);
  if (x.kind === 'invalid' || y.kind === 'invalid') throw new FuncError('invalid type for comparison');
  if (x.kind !== y.kind && !integers(x.kind, y.kind)) throw incompatible(a, b);
  if (x.kind === 'bool' || x.kind === 'complex') throw new FuncError('invalid type for comparison');
  if (x.kind === 'string') return compareStrings(x.value as string, y.value as string) < 0;
  return (x.value as number) < (y.value as number);
}

/** a <= b. @throws FuncError if the types cannot be ordered */
export const le = (a: Maybe, b: Maybe): boolean => lt(a, b) || eq(a, [b]);
