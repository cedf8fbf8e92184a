import type { Func, GoMap, MapMethods, ParamType, Value } from './value.js';

interface Method<T> {
  readonly params?: readonly ParamType[];
  /** Go's static result type. */
  readonly result: string;
  readonly call: (self: T, ...args: Value[]) => Value;
}

/** Methods of a Go type by name, with the receiver as the first parameter of `call`. */
export type MethodTable<T> = Readonly<Record<string, Method<T>>>;

/** Returns the method `name` bound to `self`, for `GoObject.method`; undefined if the table has no such method. */
export function bindMethod<T>(table: MethodTable<T>, self: T, name: string): Func | undefined {
  if (!Object.hasOwn(table, name)) return undefined;
  const method = table[name]!;
  return { name, params: method.params ?? [], result: method.result, call: (...args) => method.call(self, ...args) };
}

/** The methods of the table bound to `self`, for `GoMap.methods`. Each is bound on its first call. */
export const boundMethods = <T extends GoMap>(table: MethodTable<T>, self: T): MapMethods => ({
  get: name => bindMethod(table, self, name),
  boundTo: other => boundMethods(table, other as GoMap & T),
});
