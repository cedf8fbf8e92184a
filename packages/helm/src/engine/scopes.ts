/**
 * The scope (`.`) that the templates of each chart see. Follows helm.sh/helm/v4 v4.2.4 pkg/engine/engine.go (recAllTpls) and
 * pkg/chart/common.go; for Helm 3, helm.sh/helm/v3 v3.20.0 pkg/engine/engine.go.
 */

import { baseName } from '@mcpgw/go/path';
import { GoMap, type Value } from '@mcpgw/go/values';
import { annotationsMap, type Chart, type ChartFile, type Dependency } from '../chart/chart.js';
import type { Capabilities } from '../common/capabilities.js';
import { type Dialect, helm4 } from '../common/dialect.js';
import { isTable } from '../common/path.js';
import { asValues, MapView, type ValuesType, valuesIn } from '../values/view.js';
import { chartStruct } from './chart-struct.js';
import { newFiles } from './files.js';

/** A template file and its scope. All templates of one chart share the scope: a change by one is visible to the next. */
export interface Renderable {
  readonly file: ChartFile;
  readonly scope: GoMap;
  readonly basePath: string;
}

/** `.Release` and the other values that are the same for every chart. */
export interface TopValues {
  readonly release: GoMap;
  readonly capabilities: Capabilities;
  readonly values: GoMap;
}

/** Returns all templates of a chart and its dependencies by full path. */
export function allTemplates(chart: Chart, top: TopValues, dialect = helm4): Map<string, Renderable> {
  const templates = new Map<string, Renderable>();
  const type = valuesIn(dialect.packages.values);
  addTemplates(chart, asValues(top.values, type), { ...top, dialect, type }, templates);
  return templates;
}

interface Context extends TopValues {
  readonly dialect: Dialect;
  readonly type: ValuesType;
}

function addTemplates(chart: Chart, values: GoMap, top: Context, templates: Map<string, Renderable>): GoMap {
  const { dialect, type } = top;
  const subcharts = new GoMap();
  const scope = asValues(
    new GoMap([
      ['Chart', dialect.chartIsStruct ? chartStruct(chart) : metadataMap(chart)],
      ['Files', newFiles(chart.files, dialect)],
      ['Release', top.release],
      ['Capabilities', top.capabilities],
      ['Values', values],
      ['Subcharts', subcharts],
    ]),
    type,
  );
  for (const sub of chart.dependencies) {
    const table = values.get(sub.name);
    const own = isTable(table) ? new MapView(table, type) : asValues(new GoMap(), type);
    subcharts.set(sub.name, addTemplates(sub, own, top, templates));
  }
  const { fullPath, isLibrary } = chart;
  for (const file of chart.templates) {
    if (isLibrary && !baseName(file.name).startsWith('_')) continue;
    templates.set(`${fullPath}/${file.name}`, { file, scope, basePath: `${fullPath}/templates` });
  }
  return new MapView(scope);
}

const mapOf = (fields: Record<string, Value>): GoMap => new GoMap(Object.entries(fields));

function metadataMap(chart: Chart): GoMap {
  const { metadata } = chart;
  return mapOf({
    Name: metadata.name,
    Home: metadata.home,
    Sources: [...metadata.sources],
    Version: metadata.version,
    Description: metadata.description,
    Keywords: [...metadata.keywords],
    Maintainers: metadata.maintainers.map(maintainer => mapOf({ Name: maintainer!.name, Email: maintainer!.email, URL: maintainer!.url })),
    Icon: metadata.icon,
    APIVersion: metadata.apiVersion,
    Condition: metadata.condition,
    Tags: metadata.tags,
    AppVersion: metadata.appVersion,
    Deprecated: metadata.deprecated,
    Annotations: annotationsMap(metadata),
    KubeVersion: metadata.kubeVersion,
    Dependencies: (metadata.dependencies ?? []).map(dependencyMap),
    Type: metadata.type,
    IsRoot: chart.isRoot,
  });
}

const dependencyMap = (dependency: Dependency): GoMap =>
  mapOf({
    Name: dependency.name,
    Version: dependency.version,
    Repository: dependency.repository,
    Condition: dependency.condition,
    Tags: [...dependency.tags],
    Enabled: dependency.enabled,
    ImportValues: [...dependency.importValues],
    Alias: dependency.alias,
  });
