/**
 * Builds a chart from files. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/loader/load.go (LoadFiles) and internal/chart/v3/loader; for Helm
 * 3, helm.sh/helm/v3 v3.20.0 pkg/chart/loader/load.go.
 */

import { extName } from '@mcpgw/go/path';
import { decodeBytes, GoMap } from '@mcpgw/go/values';
import { YamlError } from '@mcpgw/go/yaml';
import { Chart, type ChartFile, type Metadata } from '../chart/chart.js';
import { renamed } from '../chart/large-file.js';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { loadArchiveFiles } from './archive.js';
import type { FolderReading } from './directory.js';
import { checkLock, emptyMetadata, readMetadata } from './metadata.js';
import { validateMetadata } from './validate.js';
import { readValues } from './values.js';

/** How files are read: the remaining limits, and the Helm release to follow. */
export interface Reading extends FolderReading {
  readonly dialect: Dialect;
}

interface Context extends Reading {
  readonly depth: number;
}

/**
 * Builds a chart and the charts inside it.
 *
 * @throws HelmError if Helm refuses one of the files
 */
export function loadFiles(files: readonly ChartFile[], reading: Reading): Chart {
  return build(files, { ...reading, depth: 0 });
}

interface Parts {
  metadata: Metadata | undefined;
  values: GoMap;
  schema: Uint8Array | undefined;
  readonly templates: ChartFile[];
  readonly files: ChartFile[];
  readonly subcharts: Map<string, ChartFile[]>;
}

function build(files: readonly ChartFile[], context: Context): Chart {
  const { dialect } = context;
  const { chartDepth } = context.budget.limits;
  if (context.depth > chartDepth) throw new HelmError(`charts lie deeper within each other than ${chartDepth} levels`);
  const metadata = chartYaml(files, dialect);
  const parts: Parts = { metadata, values: new GoMap(), schema: undefined, templates: [], files: [], subcharts: new Map() };
  for (const file of files) sortFile(parts, file, context);
  if (!parts.metadata) throw new HelmError('Chart.yaml file is missing');
  validateMetadata(parts.metadata, dialect);
  const chart = new Chart({ ...parts, metadata: parts.metadata });
  chart.setDependencies(loadSubcharts(chart.name, parts.subcharts, context));
  return chart;
}

function chartYaml(files: readonly ChartFile[], dialect: Dialect): Metadata | undefined {
  let metadata: Metadata | undefined;
  for (const file of files) {
    if (file.name !== 'Chart.yaml') continue;
    metadata = readFile('Chart.yaml', file, text => readMetadata(text, metadata ?? emptyMetadata(), dialect));
    if (metadata.apiVersion === '') metadata.apiVersion = 'v1';
  }
  return metadata;
}

function readFile<T>(name: string, file: ChartFile, read: (text: string) => T): T {
  try {
    return read(decodeBytes(file.data));
  } catch (error) {
    if (error instanceof YamlError || error instanceof HelmError)
      throw new HelmError(`cannot load ${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

function sortFile(parts: Parts, file: ChartFile, context: Context): void {
  const { name } = file;
  const { dialect } = context;
  if (name === 'Chart.yaml') return;
  if (name === 'Chart.lock') readFile(name, file, text => checkLock(text, dialect));
  else if (name === 'values.yaml') parts.values = readFile(name, file, text => readValues(text, dialect));
  else if (name === 'values.schema.json') parts.schema = file.data;
  else if (isLegacy(name) && !(dialect.checksApiVersion && parts.metadata?.apiVersion === 'v3')) legacyFile(parts, file, context);
  else if (name.startsWith('templates/')) parts.templates.push(file);
  else if (name.startsWith('charts/') && extName(name) !== '.prov') addToSubchart(parts.subcharts, file);
  else parts.files.push(file);
}

const isLegacy = (name: string): boolean => name === 'requirements.yaml' || name === 'requirements.lock';

/** Handles a file in the location where Helm 2 kept dependencies. */
function legacyFile(parts: Parts, file: ChartFile, { warn, dialect }: Context): void {
  const isLock = file.name === 'requirements.lock';
  if (isLock) readFile(file.name, file, text => checkLock(text, dialect));
  const metadata = parts.metadata ?? emptyMetadata();
  const message = isLock ? legacyLock : legacyDependencies;
  if (metadata.apiVersion !== 'v1') warn({ level: 'INFO', message, helm3: `load.go:${isLock ? 138 : 120}: ${message}` });
  parts.metadata = isLock ? metadata : readFile(file.name, file, text => readMetadata(text, metadata, dialect));
  if (metadata.apiVersion === 'v1') parts.files.push(file);
}

const legacyDependencies =
  'Warning: Dependencies are handled in Chart.yaml since apiVersion "v2". We recommend migrating dependencies to Chart.yaml.';
const legacyLock = 'Warning: Dependency locking is handled in Chart.lock since apiVersion "v2". We recommend migrating to Chart.lock.';

function addToSubchart(subcharts: Map<string, ChartFile[]>, file: ChartFile): void {
  const name = file.name.slice('charts/'.length);
  const slash = name.indexOf('/');
  const chartName = slash < 0 ? name : name.slice(0, slash);
  const files = subcharts.get(chartName);
  const inner = renamed(file, name);
  if (files) files.push(inner);
  else subcharts.set(chartName, [inner]);
}

/** Helm visits subcharts in random order. Here they are in the order of the files. */
function loadSubcharts(parent: string, subcharts: ReadonlyMap<string, readonly ChartFile[]>, context: Context): Chart[] {
  const charts: Chart[] = [];
  for (const [name, files] of subcharts) {
    if (/^[_.]/.test(name)) continue;
    try {
      charts.push(loadSubchart(parent, name, files, { ...context, depth: context.depth + 1 }));
    } catch (error) {
      if (error instanceof HelmError)
        throw new HelmError(`error unpacking subchart ${name} in ${parent}: ${error.message}`, { cause: error });
      throw error;
    }
  }
  return charts;
}

function loadSubchart(parent: string, name: string, files: readonly ChartFile[], context: Context): Chart {
  if (extName(name) !== '.tgz') return build(withoutFolder(files), context);
  const [archive] = files;
  if (archive!.name !== name) throw new HelmError(`error unpacking subchart tar in ${parent}: expected ${name}, got ${archive!.name}`);
  return build(loadArchiveFiles(archive!.data, context), context);
}

/** Files directly in `charts/` are not charts and are omitted. */
function withoutFolder(files: readonly ChartFile[]): ChartFile[] {
  return files.filter(file => file.name.includes('/')).map(file => renamed(file, file.name.slice(file.name.indexOf('/') + 1)));
}
