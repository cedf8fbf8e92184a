/** The files of a chart that are no templates: Chart.yaml, values.yaml, values.schema.json, locks and CRDs, of subcharts too. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finding, Sources } from '@mcpgw/diagnostics';
import { type Dialect, HelmError, readChartArchive } from '@mcpgw/helm';
import { decodeFile, duplicateKeys, type Node, type ReadYaml } from '@mcpgw/structure';
import { readBytes } from '../read-file.js';
import { lostFindings, repeatedValues } from './values-tree.js';

const own = /^(?:Chart\.ya?ml|Chart\.lock|requirements\.(?:yaml|lock)|values\.yaml|values\.schema\.json)$/;

/** Keys that are set twice in the files of a chart, and second documents. Helm reads one of them without a word. */
export function chartFileFindings(folder: string, sources: Sources, dialect: Dialect, readYaml: ReadYaml): Finding[] {
  return chartFiles(folder, dialect).flatMap(({ file, bytes }) => {
    const { text, findings } = decodeFile(bytes, file);
    if (findings.length > 0) return [];
    const { documents } = readYaml(text, { file, dialect: 'go' });
    const lost = lostIn(documents, file, dialect);
    if (lost.length > 0) sources.add(file, text);
    return lost;
  });
}

function lostIn(documents: readonly Node[], file: string, dialect: Dialect): Finding[] {
  if (isStream(file)) return documents.flatMap(document => duplicateKeys(document, file));
  return basename(file) === 'values.yaml' ? repeatedValues(documents, file, dialect) : lostFindings(documents, file);
}

/** Files of `crds/` hold as many documents as they like. */
const isStream = (file: string): boolean => basename(dirname(file)) === 'crds';

interface ChartText {
  /** Of an archive its path and the path inside it. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The files of a chart in a folder or an archive, those of archives in `charts/` too. */
function chartFiles(path: string, dialect: Dialect): ChartText[] {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return archivedFiles(path, dialect);
  const inFolders = filesOf(path).map(file => ({ file, bytes: readBytes(file, file) }));
  return [...inFolders, ...archivesOf(path).flatMap(archive => archivedFiles(archive, dialect))];
}

function isOwnInArchive(name: string): boolean {
  const inChart = name.replace(/^(?:charts\/[^/]+\/)+/, '');
  return own.test(inChart) || /^crds\/[^/]+\.ya?ml$/.test(inChart);
}

/** A broken archive is a finding of the chart's load already. */
function archivedFiles(path: string, dialect: Dialect): ChartText[] {
  try {
    const files = [...readChartArchive(path, { dialect })].filter(([name]) => isOwnInArchive(name));
    return files.map(([name, bytes]) => ({ file: `${path}/${name}`, bytes }));
  } catch (error) {
    if (error instanceof HelmError) return [];
    throw error;
  }
}

function archivesOf(folder: string): string[] {
  const charts = entriesOf(join(folder, 'charts'));
  const inner = charts.filter(entry => entry.isDirectory()).flatMap(({ name }) => archivesOf(join(folder, 'charts', name)));
  return [
    ...charts.filter(entry => entry.isFile() && entry.name.endsWith('.tgz')).map(({ name }) => join(folder, 'charts', name)),
    ...inner,
  ];
}

function filesOf(folder: string): string[] {
  const files = entriesOf(folder).filter(entry => entry.isFile() && own.test(entry.name));
  const crds = entriesOf(join(folder, 'crds')).filter(entry => entry.isFile() && /\.ya?ml$/.test(entry.name));
  const charts = entriesOf(join(folder, 'charts')).filter(entry => entry.isDirectory());
  return [
    ...files.map(({ name }) => join(folder, name)),
    ...crds.map(({ name }) => join(folder, 'crds', name)),
    ...charts.flatMap(({ name }) => filesOf(join(folder, 'charts', name))),
  ];
}

/** The entries of a folder by name; none where it cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
