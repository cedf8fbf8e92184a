/** Dotted paths into values. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/values.go. */
import { GoMap, type Value } from '@mcpgw/go/values';

/** Whether a value is a table, that is, a map of any type. */
export const isTable = (value: Value | undefined): value is GoMap => value instanceof GoMap;

/** Returns the table at a dotted path, or the first key that is not a table. */
export function lookupTable(values: GoMap, path: string): GoMap | string {
  let table = values;
  for (const key of path.split('.')) {
    const next = table.get(key);
    if (!isTable(next)) return key;
    table = next;
  }
  return table;
}

/** Returns the value at a dotted path; undefined if there is none or if it is a table. */
export function pathValue(values: GoMap, path: string): Value | undefined {
  const dot = path.lastIndexOf('.');
  const table = dot < 0 ? values : lookupTable(values, path.slice(0, dot));
  if (typeof table === 'string') return undefined;
  const value = table.get(path.slice(dot + 1));
  return isTable(value) ? undefined : value;
}
