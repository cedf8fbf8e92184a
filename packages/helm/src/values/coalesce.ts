/**
 * Merging of values: chart defaults below user values, parents above dependencies, globals shared.
 * Follows helm.sh/helm/v4 v4.2.4 pkg/chart/common/util/coalesce.go; for Helm 3, helm.sh/helm/v3 v3.20.0 pkg/chartutil/coalesce.go. Copies
 * are made exactly where Helm makes them. Where Helm shares a table between two scopes (globals), a write in one scope is visible in the
 * other.
 */

import { sprintf } from '@mcpgw/go/fmt';
import { GoMap, type Value } from '@mcpgw/go/values';
import type { Chart } from '../chart/chart.js';
import { type Dialect, helm4 } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { isTable } from '../common/path.js';
import type { Warn } from '../common/warnings.js';

export const globalKey = 'global';

/** A deep copy of maps and lists (internal/copystructure). */
export function copyValue(value: Value): Value {
  if (value instanceof GoMap) return copyTable(value);
  return Array.isArray(value) ? value.map(copyValue) : value;
}

export function copyTable(table: GoMap): GoMap {
  const copy = new GoMap();
  table.forEach((value, key) => void copy.set(key, copyValue(value)));
  return copy;
}

const concatPrefix = (a: string, b: string): string => (a === '' ? b : `${a}.${b}`);

/** How values are processed: where log lines go, and which Helm release to follow. */
export interface Processing {
  readonly warn: Warn;
  readonly dialect?: Dialect;
}

/** `merge` keeps nulls (MergeValues). Otherwise a null removes the default of its key (CoalesceValues). */
interface Mode {
  readonly merge: boolean;
  readonly warn: Warn;
  readonly keepsNullDefaults: boolean;
}

const modeOf = (merge: boolean, { warn, dialect = helm4 }: Processing): Mode => ({
  merge,
  warn,
  keepsNullDefaults: dialect.keepsNullDefaults,
});

/** Logs a message. `line` is the line in coalesce.go where Helm 3 logs it. */
function printf(mode: Mode, line: number, format: string, ...args: Value[]): void {
  const message = sprintf(format, args);
  mode.warn({ level: 'INFO', message, helm3: `coalesce.go:${line}: ${message}` });
}

/**
 * Merges user values over the values of the chart and its dependencies. Nulls remove keys.
 *
 * @throws HelmError if a scalar is in the place of a dependency's table
 */
export const coalesceValues = (chart: Chart, values: GoMap, processing: Processing): GoMap =>
  coalesce(chart, copyTable(values), '', modeOf(false, processing));

/** Like coalesceValues, but keeps nulls for a later coalescing. */
export const mergeValues = (chart: Chart, values: GoMap, processing: Processing): GoMap =>
  coalesce(chart, copyTable(values), '', modeOf(true, processing));

/** Merges `source` below `target` in place and keeps nulls. `source` may be changed too. */
export const mergeTables = (target: GoMap, source: GoMap, processing: Processing): GoMap =>
  coalesceTablesFullKey(target, source, '', modeOf(true, processing));

function coalesce(chart: Chart, dest: GoMap, prefix: string, mode: Mode): GoMap {
  coalesceChart(chart, dest, prefix, mode);
  coalesceDeps(chart, dest, prefix, mode);
  return dest;
}

function coalesceDeps(chart: Chart, dest: GoMap, prefix: string, mode: Mode): void {
  const subPrefix = concatPrefix(prefix, chart.name);
  for (const sub of chart.dependencies) {
    const existing = dest.get(sub.name);
    if (existing !== undefined && !isTable(existing)) {
      throw new HelmError(sprintf('type mismatch on %s: %t', [sub.name, existing]));
    }
    const table = existing ?? new GoMap();
    dest.set(sub.name, table);
    coalesceGlobals(table, dest, subPrefix, mode);
    coalesce(sub, table, subPrefix, mode);
  }
}

function globalsOf(table: GoMap, side: string, mode: Mode): GoMap | undefined {
  const globals = table.get(globalKey);
  if (globals === undefined) return new GoMap();
  if (isTable(globals)) return globals;
  printf(mode, side === 'destination' ? 138 : 145, 'warning: skipping globals because %s %s is not a table.', side, globalKey);
  return undefined;
}

function coalesceGlobals(dest: GoMap, source: GoMap, prefix: string, mode: Mode): void {
  const destGlobals = globalsOf(dest, 'destination', mode);
  if (!destGlobals) return;
  const sourceGlobals = globalsOf(source, 'source', mode);
  if (!sourceGlobals) return;
  for (const [key, value] of sourceGlobals) coalesceGlobal(destGlobals, key, value, prefix, mode);
  dest.set(globalKey, destGlobals);
}

function coalesceGlobal(globals: GoMap, key: string, value: Value, prefix: string, mode: Mode): void {
  const own = globals.get(key);
  if (!isTable(value)) {
    if (isTable(own)) printf(mode, 175, 'key %s is table. Skipping', key);
    else globals.set(key, value);
    return;
  }
  if (own !== undefined && !isTable(own)) {
    printf(mode, 161, 'Conflict: cannot merge map onto non-map for %q. Skipping.', key);
    return;
  }
  const table = new GoMap(value);
  if (own) coalesceTablesFullKey(table, own, concatPrefix(prefix, key), { ...mode, merge: true });
  globals.set(key, table);
}

function coalesceChart(chart: Chart, values: GoMap, prefix: string, mode: Mode): void {
  const subPrefix = concatPrefix(prefix, chart.name);
  copyTable(chart.values).forEach((value, key) => {
    const existing = values.get(key);
    if (existing === undefined) addDefault(values, key, value, mode);
    else if (existing === null) {
      if (!mode.merge) values.delete(key);
    } else if (isTable(existing)) mergeDefault(chart, existing, key, value, subPrefix, mode);
  });
}

function addDefault(values: GoMap, key: string, value: Value, mode: Mode): void {
  if (!mode.merge && !mode.keepsNullDefaults) {
    if (value === null) return;
    if (isTable(value)) cleanNilValues(value);
  }
  values.set(key, value);
}

function mergeDefault(chart: Chart, existing: GoMap, key: string, value: Value, subPrefix: string, mode: Mode): void {
  if (!isTable(value)) {
    if (value !== null) printf(mode, 237, 'warning: skipped value for %s.%s: Not a table.', subPrefix, key);
    return;
  }
  const merge = mode.merge || chart.dependencies.some(sub => sub.name === key);
  if (!merge && !mode.keepsNullDefaults) cleanNilValues(value);
  coalesceTablesFullKey(existing, value, concatPrefix(subPrefix, key), { ...mode, merge });
}

function coalesceTablesFullKey(target: GoMap, source: GoMap, prefix: string, mode: Mode): GoMap {
  const sourceNonNil = new Set<string>();
  source.forEach((value, key) => void (value !== null && sourceNonNil.add(key)));
  target.forEach((value, key) => void (value === null && source.set(key, null)));
  source.forEach((value, key) => {
    const existing = target.get(key);
    if (existing === undefined) target.set(key, value);
    else if (!mode.merge && existing === null && (mode.keepsNullDefaults || sourceNonNil.has(key))) target.delete(key);
    else if (isTable(value) || isTable(existing)) mergeTableEntry(existing, value, concatPrefix(prefix, key), mode);
  });
  return target;
}

function mergeTableEntry(existing: Value, value: Value, fullKey: string, mode: Mode): void {
  if (isTable(value)) {
    if (isTable(existing)) coalesceTablesFullKey(existing, value, fullKey, mode);
    else printf(mode, 303, 'warning: cannot overwrite table with non table for %s (%v)', fullKey, value);
  } else if (isTable(existing) && value !== null) {
    printf(mode, 306, 'warning: destination for %s is a table. Ignoring non-table value (%v)', fullKey, value);
  }
}

function cleanNilValues(table: GoMap): void {
  table.forEach((value, key) => {
    if (value === null) table.delete(key);
    else if (isTable(value)) cleanNilValues(value);
  });
}
