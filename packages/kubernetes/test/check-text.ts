import type { Finding } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import { checkManifest, type ManifestOptions, maxManifestDepth } from '../src/check/check-manifest.js';

/** Checks a stream of manifests, each document by itself; broken YAML gives the findings of the parser. */
export function checkManifestText(text: string, options: ManifestOptions): Finding[] {
  const { documents, findings } = parseYaml(text, { file: options.file, dialect: 'go', maxDepth: maxManifestDepth });
  return [...findings, ...documents.flatMap(document => checkManifest(document, options))];
}
