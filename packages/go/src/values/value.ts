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

/** The Go kinds of numbers other than `int` and `float64`. */
export type SizedKind = 'int8' | 'int16' | 'int32' | 'int64' | 'uint' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'float32';

/** A number of a Go kind other than `int` and `float64`. `value` is a bigint for integer kinds and a number for float32. */
export class Sized {
  readonly kind: SizedKind;
  readonly value: bigint | number;
  constructor(kind: SizedKind, value: bigint | number) {
    this.kind = kind;
    this.value = value;
  }
}

/** An int64. Larger numbers wrap. */
export const int64 = (value: bigint | number): Sized => new Sized('int64', BigInt.asIntN(64, BigInt(value)));

/** The methods of a map of a named type. */
export interface MapMethods {
  get(name: string): Func | undefined;
  /** The same methods for another map of the type. */
  boundTo(map: GoMap): MapMethods;
}

/** A Go map with string keys. Go orders keys by bytes wherever the order is visible (range, printing, marshalling): use `sortedKeys`. */
export class GoMap extends Map<string, Value> {
  /** Go's static type, e.g. `common.Values` or `map[string]string`. If absent, it is `map[string]interface {}`. */
  goType?: string;
  /** The methods of the named type `goType`. They take precedence over keys. */
  methods?: MapMethods;
  /** A nil map: it reads as empty, marshals as null, and panics on a write. */
  isNil?: boolean;
}

/** A new nil `map[string]interface {}`, e.g. the result of decoding `null` into a map. */
export function nilMap(): GoMap {
  const map = new GoMap();
  map.isNil = true;
  return map;
}

/** The methods of a named slice type: returns the method of that name for a slice of the type. */
export type SliceMethods = (slice: readonly Value[], name: string) => Func | undefined;

const goTypeOfSlice: unique symbol = Symbol('goType');
const nilSliceMark: unique symbol = Symbol('nil');
const methodsOfSlice: unique symbol = Symbol('methods');
type TypedSlice = Value[] & { [goTypeOfSlice]?: string; [nilSliceMark]?: true; [methodsOfSlice]?: SliceMethods };

/** Attaches a static slice type such as `[]string`. A plain array is `[]interface {}`. */
export function typed(slice: Value[], goType: string): Value[] {
  (slice as TypedSlice)[goTypeOfSlice] = goType;
  return slice;
}

/** Attaches the methods of a named slice type such as common.VersionSet. */
export function withMethods(slice: Value[], methods: SliceMethods): Value[] {
  (slice as TypedSlice)[methodsOfSlice] = methods;
  return slice;
}

/** Gives `slice` the type and methods of `model`. */
export function typedAs(slice: Value[], model: Value[]): Value[] {
  const { [goTypeOfSlice]: goType, [methodsOfSlice]: methods } = model as TypedSlice;
  if (goType !== undefined) typed(slice, goType);
  return methods === undefined ? slice : withMethods(slice, methods);
}

/** The method of that name of a value: of an object, or of a named map or slice type. */
export function methodOf(value: Value, name: string): Func | undefined {
  if (value instanceof GoObject) return value.method(name);
  if (value instanceof GoMap) return value.methods?.get(name);
  return Array.isArray(value) ? (value as TypedSlice)[methodsOfSlice]?.(value, name) : undefined;
}

/** A new nil slice: empty like any other, but null in JSON and YAML, and not deeply equal to an empty one. */
export function nilSlice(): Value[] {
  const slice: TypedSlice = [];
  slice[nilSliceMark] = true;
  return slice;
}

/** Whether a slice is nil. */
export const isNilSlice = (slice: Value[]): boolean => (slice as TypedSlice)[nilSliceMark] === true;

const nilBytesMark: unique symbol = Symbol('nil');

/** A new nil `[]byte`. */
export function nilBytes(): Uint8Array {
  const bytes: Uint8Array & { [nilBytesMark]?: true } = new Uint8Array();
  bytes[nilBytesMark] = true;
  return bytes;
}

/** Whether a `[]byte` is nil. */
export const isNilBytes = (bytes: Uint8Array): boolean => (bytes as { [nilBytesMark]?: true })[nilBytesMark] === true;

/** The static Go type of a slice. */
export const sliceType = (slice: Value[]): string => (slice as TypedSlice)[goTypeOfSlice] ?? '[]interface {}';

/** A struct, a pointer to one, or a named type with methods (time.Time, semver.Version, chart.Metadata, Files, ...). */
export abstract class GoObject {
  /** The type as `%T` prints it, e.g. `*semver.Version`. */
  abstract readonly goType: string;
  /** The name of reflect.Kind: `struct`, `ptr`, `int64` for time.Duration, `map` for Files, ... */
  abstract readonly goKind: string;
  /** The field's value; undefined if the type has no such field. */
  field(_name: string): Value | undefined {
    return undefined;
  }
  /** The method bound to this value; undefined if the type has none of that name. */
  method(_name: string): Func | undefined {
    return undefined;
  }
  /** Field names in declaration order, as `%v` visits them, including unexported ones. */
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
  /** Go truth (text/template IsTrue): structs are true; empty maps and zero numbers are false. */
  truth(): boolean {
    return true;
  }
  /** For a named map or slice type: its contents, which `range`, `index`, `len` and field access use. */
  underlying(): GoMap | Value[] | undefined {
    return undefined;
  }
  /** The text that fmt prints for %v if the type is a Stringer or error; undefined if fmt prints the fields. */
  goString(): string | undefined {
    return undefined;
  }
  /**
   * The text that fmt prints for a pointer to a struct if the pointer type is a Stringer. An action prints an addressable struct this way;
   * a function that formats it does not.
   */
  addressString(): string | undefined {
    return undefined;
  }
  /** The value as an argument or an element of `interface {}`. For an addressable struct it is a copy that is not addressable. */
  asArgument(): GoObject {
    return this;
  }
  /** The copy that copystructure makes, which omits unexported fields. `copy` copies the content of a field. */
  deepCopy(_copy: (value: Value) => Value): GoObject {
    return this;
  }
  /**
   * The value that encoding/json (and so toYaml) encodes: a plain value, or struct fields by their JSON names in declaration order (a GoMap
   * is sorted).
   */
  toJsonValue(): Value | JsonStruct {
    return null;
  }
}

/** Struct fields in declaration order, which encoding/json does not sort. */
export interface JsonStruct {
  readonly struct: readonly (readonly [name: string, value: Value | JsonStruct])[];
}

/**
 * Parameter and result types of a template function, as Go's reflection would check them.
 * `any` accepts everything, including nil; `map` is map[string]any; a Go type name in `object` is compared with `goType`.
 */
export type ParamType = 'any' | 'string' | 'bool' | 'int' | 'int64' | 'float64' | 'map' | '[]string' | '[]any' | 'error' | NamedType;

/** A type by its Go name, e.g. `time.Time` or `*semver.Version`. */
export interface NamedType {
  readonly object: string;
  /** Converts an integer literal to a value of the type, if its kind is an integer. */
  readonly literal?: { readonly unsigned: boolean; readonly of: (value: bigint) => Value };
}

/** A template function: an entry of `template.FuncMap` with the signature that Go reads by reflection. */
export interface Func {
  readonly name: string;
  readonly params: readonly ParamType[];
  /** The type of the trailing `...T` of a variadic function. */
  readonly variadic?: ParamType;
  /** Static result type, as Go prints it in error messages; `any` by default. */
  readonly result?: ParamType | string;
  /**
   * Calls the function. The arguments are already checked and converted.
   *
   * @throws FuncError for a Go `error` result or a panic
   */
  readonly call: (...args: Value[]) => Value;
  /**
   * Set if the function runs a template (include, tpl). The executor then runs that template on its own stack instead of calling `call`, so
   * that recursion does not use the JavaScript stack. `templateFunc` creates both.
   */
  readonly enter?: (...args: Value[]) => TemplateCall;
}

/** A template that a function runs. `set` is a TemplateSet, and `template` is a Template of it. */
export interface TemplateCall {
  readonly set: object;
  readonly template: object;
  readonly data: Value;
  /**
   * Converts the template's output to the function's result.
   *
   * @throws FuncError if the function refuses the output
   */
  leave(output: string): Value;
  /** Called if the template failed, before the error is passed on. Returns the error to report instead, if there is one. */
  fail?(error: Error): Error | undefined;
}

/** Template functions by name, as `template.FuncMap`. */
export type FuncMap = Map<string, Func>;

/** The `error` result of a template function. The executor wraps it as `error calling NAME: MESSAGE`. */
export class FuncError extends Error {
  override name = 'FuncError';
}

/** Go's message for a nil dereference, which is also the error of `reflect.TypeOf(nil).Kind()`. */
export const NIL_POINTER = 'runtime error: invalid memory address or nil pointer dereference';
