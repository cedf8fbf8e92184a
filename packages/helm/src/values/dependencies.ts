/**
 * Decides which dependencies are enabled, under which names, and what they export to their parents.
 * Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/util/dependencies.go; for Helm 3, helm.sh/helm/v3 v3.20.0 pkg/chartutil/dependencies.go.
 */

import { sprintf } from '@mcpgw/go/fmt';
import { trimSpace } from '@mcpgw/go/strings';
import { GoMap, type Value } from '@mcpgw/go/values';
import { type Chart, copyMetadata, type Dependency } from '../chart/chart.js';
import { isCompatibleRange } from '../chart/compatible.js';
import { type Dialect, helm4 } from '../common/dialect.js';
import { isTable, lookupTable, pathValue } from '../common/path.js';
import type { Warn } from '../common/warnings.js';
import { coalesceValues, copyTable, mergeTables, mergeValues, type Processing } from './coalesce.js';

/**
 * Sets aliases, removes disabled dependencies and imports values, in place: pass `chart.copyTree()`.
 *
 * @throws HelmError if values conflict with the name of a dependency
 */
export function processDependencies(chart: Chart, values: GoMap, { warn, dialect = helm4 }: Processing): void {
  processDependencyEnabled(chart, values, '', { warn, dialect });
  processDependencyImportValues(chart, { warn, dialect });
}

type Run = Required<Processing>;

function processConditions(dependencies: readonly Dependency[], values: GoMap, path: string, warn: Warn): void {
  for (const dependency of dependencies) {
    for (const condition of trimSpace(dependency.condition).split(',')) {
      if (condition === '') continue;
      const value = pathValue(values, path + condition);
      if (value === undefined) continue;
      if (typeof value === 'boolean') {
        dependency.enabled = value;
        break;
      }
      const attributes = [
        ['path', condition],
        ['chart', dependency.name],
      ] as const;
      const helm3 = `dependencies.go:64: Warning: Condition path '${condition}' for chart ${dependency.name} returned non-bool value`;
      warn({ level: 'WARN', message: 'returned non-bool value', attributes, helm3 });
    }
  }
}

function processTags(dependencies: readonly Dependency[], values: GoMap, warn: Warn): void {
  const tags = values.get('tags');
  if (!isTable(tags)) return;
  for (const dependency of dependencies) {
    const set = dependency.tags.map(tag => tags.get(tag));
    for (const [i, value] of set.entries()) {
      if (value === undefined || typeof value === 'boolean') continue;
      const attributes = [
        ['tag', dependency.tags[i]!],
        ['chart', dependency.name],
      ] as const;
      const helm3 = `dependencies.go:95: Warning: Tag '${dependency.tags[i]!}' for chart ${dependency.name} returned non-bool value`;
      warn({ level: 'WARN', message: 'returned non-bool value', attributes, helm3 });
    }
    dependency.enabled = set.includes(true) || !set.includes(false);
  }
}

const fits = (chart: Chart, { name, version }: Dependency, { semver }: Dialect): boolean =>
  chart.name === name && isCompatibleRange(version, chart.metadata.version, semver);

function getAliasDependency(charts: readonly Chart[], dependency: Dependency, dialect: Dialect): Chart | undefined {
  const found = charts.find(chart => fits(chart, dependency, dialect));
  if (!found) return undefined;
  const copy = found.shallowCopy();
  if (dialect.aliasesCopyDependencies) {
    copy.metadata = copyMetadata(found.metadata);
    copy.setDependencies(found.dependencies.map(child => child.shallowCopy()));
  } else copy.metadata = { ...found.metadata };
  if (dependency.alias !== '') copy.metadata.name = dependency.alias;
  return copy;
}

/** Undeclared charts are kept. Each declared chart is taken once for each declaration, under its alias. */
function resolveDeclared(chart: Chart, declared: readonly Dependency[], dialect: Dialect): Chart[] {
  const isDeclared = (existing: Chart): boolean => declared.some(dependency => fits(existing, dependency, dialect));
  const charts = chart.dependencies.filter(existing => !isDeclared(existing));
  for (const dependency of declared) {
    const found = getAliasDependency(chart.dependencies, dependency, dialect);
    if (found) charts.push(found);
    if (dependency.alias !== '') dependency.name = dependency.alias;
  }
  return charts;
}

function processDependencyEnabled(chart: Chart, values: GoMap, path: string, run: Run): void {
  const { warn, dialect } = run;
  const declared = chart.metadata.dependencies;
  if (!declared) return;
  chart.setDependencies(resolveDeclared(chart, declared, dialect));
  for (const dependency of declared) dependency.enabled = true;
  const coalesced = coalesceValues(chart, values, run);
  processTags(declared, coalesced, warn);
  processConditions(declared, coalesced, path, warn);
  const disabled = new Set(declared.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const charts = chart.dependencies.filter(({ name }) => !disabled.has(name));
  const remaining = declared.filter(({ name }) => !disabled.has(name));
  for (const sub of charts) processDependencyEnabled(sub, coalesced, `${path}${sub.name}.`, run);
  chart.metadata.dependencies = remaining.length > 0 ? remaining : undefined;
  chart.setDependencies(charts);
}

function processDependencyImportValues(chart: Chart, run: Run): void {
  for (const sub of chart.dependencies) processDependencyImportValues(sub, run);
  const declared = chart.metadata.dependencies;
  if (!declared) return;
  const values = mergeValues(chart, new GoMap(), run);
  let imported = new GoMap();
  for (const dependency of declared) imported = importValues(dependency, values, imported, run);
  chart.values = mergeTables(copyTable(values), imported, run);
}

/**
 * Where an item of import-values reads its table (below the dependency's name) and where the table goes. A chart under two aliases shares
 * the metadata of its dependencies, so items appear here again as `pathsAsMap` left them. Helm does not read those.
 */
function importPaths(item: Value): { child: string; parent: string } | undefined {
  if (typeof item === 'string') return { child: `exports.${item}`, parent: '.' };
  if (!isTable(item) || item.goType !== undefined) return undefined;
  const text = (key: string): string => sprintf('%v', [item.get(key) ?? null]);
  return { child: text('child'), parent: text('parent') };
}

function importValues(dependency: Dependency, values: GoMap, imported: GoMap, run: Run): GoMap {
  const normalized: Value[] = [];
  for (const item of dependency.importValues) {
    const paths = importPaths(item);
    if (!paths) continue;
    normalized.push(pathsAsMap(paths));
    const found = lookupTable(values, `${dependency.name}.${paths.child}`);
    if (typeof found === 'string') warnMissing(item, dependency, found, run.warn);
    else imported = mergeTables(imported, pathToMap(paths.parent, found.size > 0 ? found : new GoMap()), run);
  }
  dependency.importValues = normalized;
  return imported;
}

function pathsAsMap(paths: { child: string; parent: string }): GoMap {
  const map = new GoMap(Object.entries(paths));
  map.goType = 'map[string]string';
  return map;
}

function warnMissing(item: Value, dependency: Dependency, missing: string, warn: Warn): void {
  const reason = `"${missing}" is not a table`;
  const error = ['error', reason] as const;
  if (typeof item === 'string') {
    const helm3 = `dependencies.go:287: Warning: ImportValues missing table: ${reason}`;
    warn({ level: 'WARN', message: 'ImportValues missing table', attributes: [error], helm3 });
  } else {
    const helm3 = `dependencies.go:270: Warning: ImportValues missing table from chart ${dependency.name}: ${reason}`;
    warn({ level: 'WARN', message: 'ImportValues missing table from chart', attributes: [['chart', dependency.name], error], helm3 });
  }
}

function pathToMap(path: string, table: GoMap): GoMap {
  if (path === '.') return table;
  return path.split('.').reduceRight((inner, key) => new GoMap([[key, inner]]), table);
}
