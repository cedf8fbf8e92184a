/**
 * Go values as templates see them. One JavaScript representation per Go kind, so that ints and floats stay apart
 * and prototype keys are plain data:
 *
 * | Go                          | here                                                            |
 * |-----------------------------|-----------------------------------------------------------------|
 * | nil                         | `null`                                                          |
 * | no value (missing map key)  | `undefined`, inside the executor only                           |
 * | bool, string, float64       | `boolean`, `string`, `number`                                   |
 * | int                         | `bigint`, always within 64 bits                                 |
 * | int64, uint8, float32, ...  | `Sized`                                                         |
 * | []any, []string, ...        | `Value[]`; a static type other than []any is attached by `typed` |
 * | []byte                      | `Uint8Array`                                                    |
 * | map[string]any, ...         | `GoMap`, a `Map<string, Value>`                                 |
 * | structs, pointers, methods  | `GoObject`                                                      |
 * | func                        | `Func`                                                          |
 *
 * A Go string is bytes. A byte that is not part of valid UTF-8 is held as a lone surrogate U+DC80 - U+DCFF
 * (see `bytes.ts`), so every string round-trips.
 */
export type Value = null | boolean | number | bigint | string | Sized | Value[] | Uint8Array | GoMap | GoObject | Func;

export type SizedKind = 'int8' | 'int16' | 'int32' | 'int64' | 'uint' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float32';

/** A number of a Go kind other than `int` and `float64`. `value` is a bigint for integer kinds, a number for float32. */
export class Sized {
  readonly kind: SizedKind;
  readonly value: bigint | number;
  constructor(kind: SizedKind, value: bigint | number) {
    this.kind = kind;
    this.value = value;
  }
}

export const int64 = (value: bigint | number): Sized => new Sized('int64', BigInt.asIntN(64, BigInt(value)));

/** The methods of a map of a named type. */
export interface MapMethods {
  get(name: string): Func | undefined;
  /** The same methods for another map of the type. */
  boundTo(map: GoMap): MapMethods;
}

/** A Go map with string keys. Go orders keys by bytes wherever order shows (range, printing, marshalling): use `sortedKeys`. */
export class GoMap extends Map<string, Value> {
  /** Go's static type, e.g. `common.Values` or `map[string]string`; absent means `map[string]interface {}`. */
  goType?: string;
  /** Methods of the named type `goType`; they come before keys. */
  methods?: MapMethods;
  /** A nil map: reads as empty, marshals as null, and a write to it panics. */
  isNil?: boolean;
}

/** A fresh nil `map[string]interface {}`, e.g. what decoding `null` into a map leaves. */
export function nilMap(): GoMap {
  const map = new GoMap();
  map.isNil = true;
  return map;
}

/** The methods of a named slice type: the one of that name for a slice of the type. */
export type SliceMethods = (slice: readonly Value[], name: string) => Func | undefined;

const goTypeOfSlice: unique symbol = Symbol('goType');
const nilSliceMark: unique symbol = Symbol('nil');
const methodsOfSlice: unique symbol = Symbol('methods');
type TypedSlice = Value[] & { [goTypeOfSlice]?: string; [nilSliceMark]?: true; [methodsOfSlice]?: SliceMethods };

/** Attaches a static slice type such as `[]string`; a plain array is `[]interface {}`. */
export function typed(slice: Value[], goType: string): Value[] {
  (slice as TypedSlice)[goTypeOfSlice] = goType;
  return slice;
}

/** Attaches the methods of a named slice type such as common.VersionSet. */
export function withMethods(slice: Value[], methods: SliceMethods): Value[] {
  (slice as TypedSlice)[methodsOfSlice] = methods;
  return slice;
}

/** Gives `slice` the type of `model`, with its methods. */
export function typedAs(slice: Value[], model: Value[]): Value[] {
  const { [goTypeOfSlice]: goType, [methodsOfSlice]: methods } = model as TypedSlice;
  if (goType !== undefined) typed(slice, goType);
  return methods === undefined ? slice : withMethods(slice, methods);
}

/** The method of that name on a value: of an object, or of a named map or slice type. */
export function methodOf(value: Value, name: string): Func | undefined {
  if (value instanceof GoObject) return value.method(name);
  if (value instanceof GoMap) return value.methods?.get(name);
  return Array.isArray(value) ? (value as TypedSlice)[methodsOfSlice]?.(value, name) : undefined;
}

/** A fresh nil slice: empty as any other, but null to JSON and YAML, and not deeply equal to an empty one. */
export function nilSlice(): Value[] {
  const slice: TypedSlice = [];
  slice[nilSliceMark] = true;
  return slice;
}

export const isNilSlice = (slice: Value[]): boolean => (slice as TypedSlice)[nilSliceMark] === true;

const nilBytesMark: unique symbol = Symbol('nil');

/** A fresh nil `[]byte`. */
export function nilBytes(): Uint8Array {
  const bytes: Uint8Array & { [nilBytesMark]?: true } = new Uint8Array();
  bytes[nilBytesMark] = true;
  return bytes;
}

export const isNilBytes = (bytes: Uint8Array): boolean => (bytes as { [nilBytesMark]?: true })[nilBytesMark] === true;

export const sliceType = (slice: Value[]): string => (slice as TypedSlice)[goTypeOfSlice] ?? '[]interface {}';

/** A struct, a pointer to one, or a named type with methods (time.Time, semver.Version, chart.Metadata, Files, ...). */
export abstract class GoObject {
  /** As `%T` prints it, e.g. `*semver.Version`. */
  abstract readonly goType: string;
  /** reflect.Kind's name: `struct`, `ptr`, `int64` for time.Duration, `map` for Files, ... */
  abstract readonly goKind: string;
  /** The field's value; undefined where the type has no such field. */
  field(_name: string): Value | undefined {
    return undefined;
  }
  /** The method bound to this value; undefined where the type has none of that name. */
  method(_name: string): Func | undefined {
    return undefined;
  }
  /** Field names in declaration order, as `%v` walks them, unexported ones included. */
  fieldNames(): readonly string[] {
    return [];
  }
  /** The names of the fields that encoders see. */
  exportedNames(): readonly string[] {
    return this.fieldNames().filter(name => /^[A-Z]/.test(name));
  }
  /** Go's == with another object of the same kind. */
  equals(other: GoObject): boolean {
    return this === other;
  }
  /** Go truth (text/template IsTrue): structs are true, empty maps and zero numbers are not. */
  truth(): boolean {
    return true;
  }
  /** For a named map or slice type: its contents, which `range`, `index`, `len` and field access see. */
  underlying(): GoMap | Value[] | undefined {
    return undefined;
  }
  /** What fmt prints for %v when the type is a Stringer or error; undefined where fmt walks the fields. */
  goString(): string | undefined {
    return undefined;
  }
  /** What fmt prints for a pointer to a struct whose pointer is a Stringer: an action prints an addressable struct so, a function that formats it does not. */
  addressString(): string | undefined {
    return undefined;
  }
  /** The value as an argument or an element of `interface {}`: a struct that was addressable is a copy that is not. */
  asArgument(): GoObject {
    return this;
  }
  /** What copystructure makes of the value: unexported fields are left out. `copy` copies what a field holds. */
  deepCopy(_copy: (value: Value) => Value): GoObject {
    return this;
  }
  /** What encoding/json (and so toYaml) sees: a plain value, struct fields by their json names in declaration order (a GoMap is sorted). */
  toJsonValue(): Value | JsonStruct {
    return null;
  }
}

/** Struct fields in declaration order: encoding/json does not sort those. */
export interface JsonStruct {
  readonly struct: readonly (readonly [name: string, value: Value | JsonStruct])[];
}

/**
 * Parameter and result types of a template function, as Go's reflection would check them.
 * `any` takes everything, also nil; `map` is map[string]any; a Go type name in `object` is held against `goType`.
 */
export type ParamType = 'any' | 'string' | 'bool' | 'int' | 'int64' | 'float64' | 'map' | '[]string' | '[]any' | 'error' | NamedType;

/** A type by its Go name, e.g. `time.Time` or `*semver.Version`. */
export interface NamedType {
  readonly object: string;
  /** How an integer literal becomes a value of the type, where its kind is an integer. */
  readonly literal?: { readonly unsigned: boolean; readonly of: (value: bigint) => Value };
}

/** A template function: what `template.FuncMap` holds, with the signature that Go reads by reflection. */
export interface Func {
  readonly name: string;
  readonly params: readonly ParamType[];
  /** Type of the trailing `...T`, when variadic. */
  readonly variadic?: ParamType;
  /** Static result type, as Go prints it in error messages; `any` by default. */
  readonly result?: ParamType | string;
  /** Throws FuncError for a Go `error` result or a panic; arguments are already checked and converted. */
  readonly call: (...args: Value[]) => Value;
  /**
   * Set where the function runs a template (include, tpl): the executor then runs that template on its own stack
   * instead of calling `call`, so that recursion takes no JavaScript stack. `templateFunc` makes both.
   */
  readonly enter?: (...args: Value[]) => TemplateCall;
}

/** A template that a function wants to run: `set` is a TemplateSet, `template` a Template of it. */
export interface TemplateCall {
  readonly set: object;
  readonly template: object;
  readonly data: Value;
  /** Turns the template's output into the function's result; may throw FuncError. */
  leave(output: string): Value;
  /** Told when the template failed, before the error goes on; returns the error to report in its place, if another. */
  fail?(error: Error): Error | undefined;
}

export type FuncMap = Map<string, Func>;

/** What a template function returns as `error`; the executor wraps it as `error calling NAME: MESSAGE`. */
export class FuncError extends Error {
  override name = 'FuncError';
}

/** Go's text for a nil dereference, which is also what `reflect.TypeOf(nil).Kind()` ends in. */
export const NIL_POINTER = 'runtime error: invalid memory address or nil pointer dereference';
