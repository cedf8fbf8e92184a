/** The files of a chart that are not templates: Chart.yaml, values.yaml, values.schema.json, locks and CRDs, of subcharts too. */
import { basename, dirname, join } from 'node:path';
import type { Finding, Sources } from '@mcpgw/diagnostics';
import { type Dialect, HelmError, readChartFiles } from '@mcpgw/helm';
import { decodeFile, duplicateKeys, type Node, type ReadYaml } from '@mcpgw/structure';
import { openBytes } from '../read-file.js';
import { lostFindings, repeatedValues } from './values-tree.js';

const own = /^(?:Chart\.ya?ml|Chart\.lock|requirements\.(?:yaml|lock)|values\.yaml|values\.schema\.json)$/;

/** Keys that are set twice in the files of a chart, and second documents. Helm silently reads one of them. */
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

/** Files of `crds/` may hold any number of documents. */
const isStream = (file: string): boolean => basename(dirname(file)) === 'crds';

interface ChartText {
  /** For an archive, its path and the path inside it. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The files of a chart that Helm reads, in a folder or an archive, those of archives in `charts/` too. If a chart cannot be read, loading it already gave a finding. */
function chartFiles(path: string, dialect: Dialect): ChartText[] {
  try {
    return Array.from(readChartFiles(path, isOwn, { dialect, replaced: openBytes }), ([name, bytes]) => ({
      file: join(path, name),
      bytes,
    }));
  } catch (error) {
    if (error instanceof HelmError) return [];
    throw error;
  }
}

function isOwn(name: string): boolean {
  const inChart = name.replace(/^(?:charts\/[^/]+\/)+/, '');
  return own.test(inChart) || /^crds\/[^/]+\.ya?ml$/.test(inChart);
}
