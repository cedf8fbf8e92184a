/** Plain JSON data. Keys such as `__proto__` are data: only own entries of maps are read. */
export type JsonData = null | boolean | number | string | readonly JsonData[] | JsonMap;

export interface JsonMap {
  readonly [key: string]: JsonData;
}

export const isMap = (value: JsonData | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: JsonData | undefined): value is readonly JsonData[] => Array.isArray(value);
export const isScalar = (value: JsonData | undefined): value is null | boolean | number | string =>
  value !== undefined && (value === null || typeof value !== 'object');

/** An own value of a map; undefined if it is not a map or lacks the key. */
export const own = (value: JsonData | undefined, key: string): JsonData | undefined =>
  isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** The value at a path of keys. */
export const at = (value: JsonData | undefined, ...keys: readonly string[]): JsonData | undefined =>
  keys.reduce<JsonData | undefined>((found, key) => own(found, key), value);

/** A map of entries, where `__proto__` is a key like any other. */
export const mapOf = (entries: Iterable<readonly [string, JsonData]>): JsonMap => Object.fromEntries(entries);

/** Serializes data canonically: keys are sorted. */
export function canonical(value: JsonData): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map(key => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join(',')}}`;
}
