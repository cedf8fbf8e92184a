import type { Finding } from '@mcpgw/diagnostics';
import { type Node, type Parsed, parseYaml, readBlockYaml } from '@mcpgw/structure';
import { checkManifest, type ManifestOptions, maxManifestDepth } from '../src/check/check-manifest.js';

/** Reads a stream of manifests: the fast reader where the text is of the common form, else the complete parser. */
function readManifests(text: string, file: string): Parsed {
  const documents: readonly Node[] | undefined = readBlockYaml(text, 'go', maxManifestDepth);
  return documents === undefined ? parseYaml(text, { file, dialect: 'go', maxDepth: maxManifestDepth }) : { documents, findings: [] };
}

/** Checks a stream of manifests, each document by itself; broken YAML gives the findings of the parser. */
export function checkManifestText(text: string, options: ManifestOptions): Finding[] {
  const { documents, findings } = readManifests(text, options.file);
  return [...findings, ...documents.flatMap(document => checkManifest(document, options))];
}
