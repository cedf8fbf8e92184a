/** Type names and kinds of values, as Go's reflect prints them. */
import { type Func, GoMap, GoObject, nilBytes, type ParamType, Sized, sliceType, type Value } from '../values/value.js';

/** complex128, the type of template literals such as `1+2i`. Only printing and `eq` accept it. */
export class Complex extends GoObject {
  readonly goType = 'complex128';
  readonly goKind = 'complex128';
  readonly re: number;
  readonly im: number;
  constructor(re: number, im: number) {
    super();
    this.re = re;
    this.im = im;
  }
  override truth(): boolean {
    return this.re !== 0 || this.im !== 0;
  }
}

const paramNames: Readonly<Record<string, string>> = { any: 'interface {}', map: 'map[string]interface {}', '[]any': '[]interface {}' };

/** A parameter's Go type as it is named in error messages. */
export const paramTypeName = (type: ParamType): string => (typeof type === 'string' ? (paramNames[type] ?? type) : type.object);

const resultTypeName = (type: ParamType | string): string => (typeof type === 'string' ? (paramNames[type] ?? type) : type.object);

function funcTypeName(f: Func): string {
  const params = f.params.map(paramTypeName);
  if (f.variadic !== undefined) params.push(`...${paramTypeName(f.variadic)}`);
  return `func(${params.join(', ')}) ${resultTypeName(f.result ?? 'any')}`;
}

/** `%T` of a value; `<nil>` for nil. */
export function goTypeName(v: Value | undefined): string {
  switch (typeof v) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return 'float64';
    case 'bigint':
      return 'int';
  }
  if (v === null || v === undefined) return '<nil>';
  if (v instanceof GoMap) return v.goType ?? 'map[string]interface {}';
  if (Array.isArray(v)) return sliceType(v);
  if (v instanceof Sized) return v.kind;
  if (v instanceof GoObject) return v.goType;
  return v instanceof Uint8Array ? '[]uint8' : funcTypeName(v);
}

/** The type name of the value that a pointer points to; the type name of any other value itself. */
export const pointeeTypeName = (v: Value): string =>
  v instanceof GoObject && v.goKind === 'ptr' ? v.goType.replace(/^\*/, '') : goTypeName(v);

/** reflect.Kind's name; `invalid` for nil. */
export function kindOf(v: Value | undefined): string {
  switch (typeof v) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return 'float64';
    case 'bigint':
      return 'int';
  }
  if (v === null || v === undefined) return 'invalid';
  if (v instanceof GoMap) return 'map';
  if (Array.isArray(v) || v instanceof Uint8Array) return 'slice';
  if (v instanceof Sized) return v.kind;
  return v instanceof GoObject ? v.goKind : 'func';
}

/** Element types of the named map and slice types whose elements are not `interface {}`. */
const namedElements: Readonly<Record<string, string>> = { 'engine.files': '[]uint8', 'common.VersionSet': 'string' };

/** Whether the elements of this map or slice have the static type `interface {}`. Those of a named type such as `common.Values` do. */
export function hasInterfaceElements(goType: string | undefined): boolean {
  if (goType === undefined || goType.endsWith(']interface {}')) return true;
  return !goType.includes(']') && namedElements[goType] === undefined;
}

/** The zero value of a container's element type; null if that type is an interface, a pointer, a map or a slice. */
export function zeroElement(goType: string): Value {
  const element = namedElements[goType] ?? goType.slice(goType.startsWith('map[') ? goType.indexOf(']') + 1 : 2);
  if (element === 'string') return '';
  if (element === 'bool') return false;
  if (element === 'int') return 0n;
  if (element === '[]uint8') return nilBytes();
  return element === 'float64' ? 0 : null;
}

/** Go truth, as text/template's IsTrue: nil, empty values and the zero value of each type are false; structs are true. */
export function isTrue(v: Value | undefined): boolean {
  switch (typeof v) {
    case 'string':
      return v !== '';
    case 'boolean':
      return v;
    case 'number':
      return v !== 0;
    case 'bigint':
      return v !== 0n;
  }
  if (v === null || v === undefined) return false;
  if (v instanceof GoMap) return v.size > 0;
  if (Array.isArray(v) || v instanceof Uint8Array) return v.length > 0;
  if (v instanceof Sized) return typeof v.value === 'bigint' ? v.value !== 0n : v.value !== 0;
  return v instanceof GoObject ? v.truth() : true;
}
