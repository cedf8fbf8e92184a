/** Files that a kustomization applies over other objects: each holds a part of an object. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finding } from '@mcpgw/diagnostics';
import { objectRuleIds } from '@mcpgw/kubernetes';
import { at, type Node, parseYaml, text } from '@mcpgw/structure';
import { readBytes } from '../read-file.js';

const kustomizations = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Files that the kustomization of a folder applies over other objects, whose names they repeat. */
function patchesOf(folder: string): ReadonlySet<string> {
  const file = kustomizations.map(name => join(folder, name)).find(existsSync);
  if (file === undefined) return new Set();
  const [root] = parseYaml(new TextDecoder().decode(readBytes(file, file)), { file, dialect: 'go' }).documents;
  const listed = (key: string): readonly Node[] => {
    const node = at(root, key);
    return node?.kind === 'list' ? node.items : [];
  };
  const names = [...listed('patchesStrategicMerge'), ...listed('patches').flatMap(patch => at(patch, 'path') ?? [])];
  return new Set(names.flatMap(node => text(node) ?? []).map(name => join(folder, name)));
}

/** The patches among the files of one run; reads the kustomization of each folder once. */
export class Patches {
  readonly #known = new Map<string, ReadonlySet<string>>();

  has(file: string): boolean {
    const folder = dirname(file);
    const patches = this.#known.get(folder) ?? patchesOf(folder);
    this.#known.set(folder, patches);
    return patches.has(join(folder, basename(file)));
  }
}

/** Fields that the patch lacks may be in the patched object. `$patch` and similar keys are directives of the patch. */
export function findingsOfPatch(findings: readonly Finding[]): readonly Finding[] {
  const ofWholeObject = new Set(['missing-field', ...objectRuleIds]);
  const isDirective = ({ rule, path }: Finding): boolean => rule === 'unknown-field' && String(path?.at(-1)).startsWith('$');
  return findings.filter(finding => !ofWholeObject.has(finding.rule) && !isDirective(finding));
}
