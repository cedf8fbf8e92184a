/** Checking of arguments against parameter types: behaviour of validateType and the literal evaluators in Go 1.26 text/template/exec.go. */

import { goTypeName, hasInterfaceElements, paramTypeName } from '@mcpgw/go/reflect';
import {
  type Func,
  GoMap,
  GoObject,
  int64,
  type NamedType,
  nilMap,
  nilSlice,
  type ParamType,
  Sized,
  sliceType,
  typed,
  type Value,
} from '@mcpgw/go/values';
import { idealConstant } from './constant.js';
import { type BoolNode, type Node, NodeBool, NodeNumber, NodeString, type NumberNode, type StringNode } from './node.js';

/** What is wrong with an argument; the executor adds the place. */
export class ArgError extends Error {}

/** The type of argument `i`. */
export const paramType = (f: Func, i: number): ParamType => f.params[i] ?? f.variadic ?? 'any';

function canBeNil(type: ParamType): boolean {
  if (typeof type !== 'string') return type.object.startsWith('*');
  return type === 'any' || type === 'map' || type === '[]string' || type === '[]any' || type === 'error';
}

/** reflect.Zero of a type that can be nil. */
function nilOf(type: ParamType): Value {
  if (type === 'map') return nilMap();
  if (type === '[]string') return typed(nilSlice(), '[]string');
  return type === '[]any' ? nilSlice() : null;
}

function assignableObject(v: Value, type: string): boolean {
  if (v instanceof GoObject) return v.goType === type || v.goType === `*${type}`;
  return goTypeName(v) === type;
}

/** A named map type is assignable to the unnamed one of the same elements. */
const isAnyMap = (v: Value): boolean => v instanceof GoMap && hasInterfaceElements(v.goType);

function assignable(v: Value, type: ParamType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'string':
      return typeof v === 'string';
    case 'bool':
      return typeof v === 'boolean';
    case 'int':
      return typeof v === 'bigint';
    case 'float64':
      return typeof v === 'number';
    case 'int64':
      return v instanceof Sized && v.kind === 'int64';
    case 'map':
      return isAnyMap(v);
    case '[]string':
      return Array.isArray(v) && sliceType(v) === '[]string';
    case '[]any':
      return Array.isArray(v) && sliceType(v) === '[]interface {}';
    case 'error':
      return v instanceof GoObject;
  }
  return assignableObject(v, type.object);
}

/**
 * The value as an argument of that type: `undefined` is an invalid value, `null` a nil interface.
 *
 * @throws ArgError if the value does not have that type
 */
export function validateType(v: Value | undefined, type: ParamType): Value {
  if (v === undefined) {
    if (canBeNil(type)) return nilOf(type);
    throw new ArgError(`invalid value; expected ${paramTypeName(type)}`);
  }
  if (assignable(v, type)) return v instanceof GoObject ? v.asArgument() : v;
  throw new ArgError(`wrong type for value; expected ${paramTypeName(type)}; got ${v === null ? 'interface {}' : goTypeName(v)}`);
}

/** An explicit nil as an argument. @throws ArgError if the type has no nil */
export function nilArg(type: ParamType): Value {
  if (canBeNil(type)) return nilOf(type);
  throw new ArgError(`cannot assign nil to ${paramTypeName(type)}`);
}

function numberArg(node: NumberNode, type: 'int' | 'int64' | 'float64'): Value {
  const { int, float } = node.value;
  if (type === 'float64') {
    if (float === undefined) throw new ArgError(`expected float; found ${node}`);
    return float;
  }
  if (int === undefined) throw new ArgError(`expected integer; found ${node}`);
  return type === 'int' ? int : int64(int);
}

/** The value of a literal for a parameter without a type. @throws ArgError if the node is not a literal value */
export function literal(node: Node): Value {
  if (node.type === NodeString) return (node as StringNode).text;
  if (node.type === NodeBool) return (node as BoolNode).value;
  const value = idealConstant(node as NumberNode);
  if (value === null) throw new ArgError(`${node} overflows int`);
  return value;
}

/** A bool, number or string literal as an argument of that type. @throws ArgError if it does not fit */
export function literalArg(node: Node, type: ParamType): Value {
  switch (type) {
    case 'any':
      return literal(node);
    case 'string':
      if (node.type === NodeString) return (node as StringNode).text;
      throw new ArgError(`expected string; found ${node}`);
    case 'bool':
      if (node.type === NodeBool) return (node as BoolNode).value;
      throw new ArgError(`expected bool; found ${node}`);
    case 'int':
    case 'int64':
      if (node.type === NodeNumber) return numberArg(node as NumberNode, type);
      throw new ArgError(`expected integer; found ${node}`);
    case 'float64':
      if (node.type === NodeNumber) return numberArg(node as NumberNode, type);
      throw new ArgError(`expected float; found ${node}`);
  }
  if (typeof type === 'string' || type.literal === undefined)
    throw new ArgError(`can't handle ${node} for arg of type ${paramTypeName(type)}`);
  return integerArg(node, type.literal);
}

function integerArg(node: Node, { unsigned, of }: NonNullable<NamedType['literal']>): Value {
  const value = node.type === NodeNumber ? (node as NumberNode).value[unsigned ? 'uint' : 'int'] : undefined;
  if (value === undefined) throw new ArgError(`expected ${unsigned ? 'unsigned ' : ''}integer; found ${node}`);
  return of(value);
}
