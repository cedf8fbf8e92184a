/**
 * Loads charts from folders and archives. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/loader/load.go; for Helm 3, helm.sh/helm/v3 v3.20.0
 * pkg/chart/loader.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeBytes } from '@mcpgw/go/values';
import { YamlError } from '@mcpgw/go/yaml';
import type { Chart, ChartFile } from '../chart/chart.js';
import { type Dialect, helm4 } from '../common/dialect.js';
import { HelmError, withStackLimit } from '../common/errors.js';
import { reasonOf, withFsErrors } from '../common/fs-error.js';
import { defaultLimits, type Limits } from '../common/limits.js';
import { readLarge } from '../common/read-up-to.js';
import type { Warn, Warning } from '../common/warnings.js';
import { GzipError, loadArchiveFiles } from './archive.js';
import { LoadBudget } from './budget.js';
import { detectContentType } from './content-type.js';
import { loadDirectoryFiles } from './directory.js';
import { loadFiles, type Reading } from './files.js';
import { readApiVersion } from './metadata.js';

/** How a chart is loaded. */
export interface ChartLoadOptions {
  /** Limits on the files of the chart; `defaultLimits` by default. */
  readonly limits?: Limits;
  /** Receives the lines that Helm logs. */
  readonly warn?: Warn;
  /** The Helm release to follow; Helm 4 by default. */
  readonly dialect?: Dialect;
  /** Gives the bytes that stand for a file of the folder, such as a text that an editor has not saved; undefined for the file itself. */
  readonly replaced?: (path: string) => Uint8Array | undefined;
}

const readingOf = ({ limits = defaultLimits, warn = () => {}, dialect = helm4, replaced }: ChartLoadOptions): Reading => ({
  budget: new LoadBudget(dialect.limitsEachFile ? limits : { ...limits, fileBytes: limits.chartBytes }),
  warn,
  dialect,
  ...(replaced && { replaced }),
});

/**
 * Loads the chart in a folder or a `.tgz`. Only files inside the chart are read.
 *
 * @throws HelmError with Helm's message if there is no chart, the archive is broken, or Helm refuses its Chart.yaml
 */
export function loadChart(path: string, options: ChartLoadOptions = {}): Chart {
  return withChartErrors(() => {
    const absolute = resolve(path);
    const reading = readingOf(options);
    const stats = statSync(absolute);
    if (stats.isDirectory()) return loadFolder(absolute, reading);
    // Reading a pipe would wait for its writer, and a device may have no end.
    if (!stats.isFile()) throw new HelmError(`file '${absolute}' is neither a folder nor a regular file`);
    return loadFiles(archiveFiles(absolute, reading), reading);
  });
}

/**
 * Reads the files that `loadChart` would read from a folder or a `.tgz`, if `wanted` selects them. The key is the path in the chart; for
 * files in nested archives it is below the path of the archive.
 *
 * @throws HelmError, as `loadChart` does, for a broken archive and if the limits of one chart are exceeded
 */
export function readChartFiles(
  path: string,
  wanted: (name: string) => boolean,
  options: ChartLoadOptions = {},
): ReadonlyMap<string, Uint8Array> {
  const reading = readingOf(options);
  const found = new Map<string, Uint8Array>();
  const add = (files: readonly ChartFile[], folder: string, depth: number): void => {
    for (const file of files) {
      const name = folder + file.name;
      if (!/^(?:.*\/)?charts\/[^/]+\.tgz$/.test(file.name)) {
        if (wanted(name)) found.set(name, file.data);
      } else if (depth < reading.budget.limits.chartDepth) add(loadArchiveFiles(file.data, reading), `${name}/`, depth + 1);
    }
  };
  withChartErrors(() => {
    const absolute = resolve(path);
    const isFolder = statSync(absolute).isDirectory();
    add(isFolder ? loadDirectoryFiles(absolute, reading) : archiveFiles(absolute, reading), '', 0);
  });
  return found;
}

/**
 * Loads a chart whose files are in memory: a map from the path inside the chart to its bytes.
 *
 * @throws HelmError as `loadChart` does
 */
export function loadChartFiles(files: ReadonlyMap<string, Uint8Array>, options: ChartLoadOptions = {}): Chart {
  const list = Array.from(files, ([name, data]) => ({ name, data }));
  return withChartErrors(() => loadFiles(list, readingOf(options)));
}

const withChartErrors = <T>(load: () => T): T => withStackLimit('a file of the chart', () => withFsErrors(load));

/** Helm 4 reads the version in Chart.yaml before anything else. Here that is done only if there is an error. */
function loadFolder(directory: string, reading: Reading): Chart {
  const { budget, warn, dialect } = reading;
  if (!dialect.checksApiVersion) return loadFiles(loadDirectoryFiles(directory, reading), reading);
  const warnings: Warning[] = [];
  const collect = (warning: Warning): void => void warnings.push(warning);
  try {
    const chart = loadFiles(loadDirectoryFiles(directory, { ...reading, warn: collect }), { ...reading, warn: collect });
    if (!supported.includes(chart.metadata.apiVersion)) throw unsupported();
    warnings.forEach(warn);
    return chart;
  } catch (error) {
    checkChartYaml(directory, budget.limits);
    warnings.forEach(warn);
    throw error;
  }
}

function checkChartYaml(directory: string, limits: Limits): void {
  const path = join(directory, 'Chart.yaml');
  let data: Uint8Array;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new HelmError('it is no regular file');
    data = readLarge(path, stats.size, limits.fileBytes + 1);
  } catch (error) {
    throw new HelmError(`unable to detect chart at ${path}: ${reasonOf(error, 'open')}`, { cause: error });
  }
  if (data.length <= limits.fileBytes) checkApiVersion(data);
}

function archiveFiles(path: string, reading: Reading): ChartFile[] {
  ensureArchive(path);
  const files = unpack(path, reading);
  if (!reading.dialect.checksApiVersion) return files;
  const chartYaml = files.find(({ name }) => name === 'Chart.yaml');
  if (!chartYaml) throw new HelmError('unable to detect chart version, no Chart.yaml found');
  checkApiVersion(chartYaml.data);
  return files;
}

function unpack(path: string, reading: Reading): ChartFile[] {
  const { budget, dialect } = reading;
  const { limits } = budget;
  if (statSync(path).size > limits.chartBytes) throw new HelmError(`chart archive is larger than the maximum size ${limits.chartBytes}`);
  try {
    return loadArchiveFiles(readFileSync(path), reading);
  } catch (error) {
    if (error instanceof GzipError)
      throw new HelmError(`file '${path}' does not appear to be a valid chart file (details: ${error.message})`);
    if (dialect.checksApiVersion && error instanceof HelmError)
      throw new HelmError(`unable to load chart archive: ${error.message}`, { cause: error });
    throw error;
  }
}

function checkApiVersion(chartYaml: Uint8Array): void {
  let version: string;
  try {
    version = readApiVersion(decodeBytes(chartYaml));
  } catch (error) {
    if (error instanceof YamlError) throw new HelmError(`cannot load Chart.yaml: ${error.message}`, { cause: error });
    throw error;
  }
  if (version !== '' && !supported.includes(version)) throw unsupported();
}

const supported = ['v1', 'v2', 'v3'];
const unsupported = (): HelmError => new HelmError('unsupported chart version');

/** Refuses data that is not in gzip format by its first bytes, before it is unpacked. */
function ensureArchive(path: string): void {
  const head = Buffer.alloc(512);
  const file = openSync(path, 'r');
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 0x08) return;
  if (/\.ya?ml$/.test(path)) throw new HelmError(`file '${path}' seems to be a YAML file, but expected a gzipped archive`);
  throw new HelmError(`file '${path}' does not appear to be a gzipped archive; got '${detectContentType(head)}'`);
}
