import type { Func, ParamType, Value } from '@mcpgw/go/values';

/**
 * One row of a function table: the name, parameter types and result type as Go's reflection sees them.
 * `call` may declare the narrower types that `params` guarantees.
 */
export function func(
  name: string,
  params: readonly ParamType[],
  result: ParamType | string,
  call: (...args: never[]) => Value,
  variadic?: ParamType,
): Func {
  const row = { name, params, result, call: call as (...args: Value[]) => Value };
  return variadic === undefined ? row : { ...row, variadic };
}

type Definition = [params: readonly ParamType[], result: ParamType | string, call: (...args: never[]) => Value, variadic?: ParamType];

/** The rows of one function that has several names. */
export function aliases(names: readonly string[], ...definition: Definition): Func[] {
  return names.map(name => func(name, ...definition));
}
