/** The files of a chart that are no templates: Chart.yaml, values.yaml, values.schema.json, locks and CRDs, of subcharts too. */
import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeFile, duplicateKeys, parseYaml } from '@mcpgw/config';
import type { Finding, Sources } from '@mcpgw/diagnostics';
import { readBytes } from './inputs.js';
import { lostFindings } from './values-tree.js';

const own = /^(?:Chart\.ya?ml|Chart\.lock|requirements\.(?:yaml|lock)|values\.yaml|values\.schema\.json)$/;

/** Keys that are set twice in the files of a chart's folder, and second documents. Helm reads one of them without a word. */
export function chartFileFindings(folder: string, sources: Sources): Finding[] {
  return filesOf(folder).flatMap(file => {
    const { text, findings } = decodeFile(readBytes(file, file), file);
    if (findings.length > 0) return [];
    const { documents } = parseYaml(text, { file, dialect: 'go' });
    const lost = isStream(file) ? documents.flatMap(document => duplicateKeys(document, file)) : lostFindings(documents, file);
    if (lost.length > 0) sources.add(file, text);
    return lost;
  });
}

/** Files of `crds/` hold as many documents as they like. */
const isStream = (file: string): boolean => basename(dirname(file)) === 'crds';

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
