/** Migrates values files of the chart: the version that they name, and the part of the proxy's configuration that they contain. */

import type { MigrationNote } from '@mcpgw/agentgateway';
import { inline, replaceValue, setIn } from '@mcpgw/agentgateway/internal';
import { applyEdits, type Edit } from '@mcpgw/diagnostics';
import { at, entry, isNull, type MapNode, parseVersion, parseYaml, text } from '@mcpgw/structure';
import { type Migrated, type MigrateOptions, rewrite } from './migrate-static.js';

const versionPath = ['global', 'agentgateway', 'version'];
const tagPath = ['image', 'tag'];

/** The version of the proxy that a values file names, as bare semver; undefined if it names none. */
export function versionOfValues(source: string, file: string): string | undefined {
  const root = readRoot(source, file);
  const found = [versionPath, tagPath].map(path => text(at(root, ...path))).find(value => value !== undefined && value !== '');
  return found === undefined ? undefined : parseVersion(found);
}

/** Rewrites a values file for another version of the proxy. The caller is responsible for validating the result with the chart. */
export function migrateValues(source: string, options: MigrateOptions): Migrated {
  const root = readRoot(source, options.file);
  if (root === undefined) {
    return { text: source, notes: [{ id: 'yaml', kind: 'cannot', message: 'the file is not a mapping of values', path: [] }] };
  }
  const notes: MigrationNote[] = [];
  const named = applyEdits(source, versionEdits(source, root, options, notes)).text;
  const config = { source: named, options, readRoot: (candidate: string) => configOf(candidate, options.file) };
  const moved: MigrationNote[] = [];
  const result = rewrite(config, moved);
  const inValues = moved.map(note => ({ ...note, path: ['extraConfig', ...note.path.slice(1)] }));
  return { text: result, notes: [...notes, ...inValues] };
}

function readRoot(source: string, file: string): MapNode | undefined {
  const { documents, findings } = parseYaml(source, { file, dialect: 'core' });
  const [root] = documents;
  return findings.length === 0 && root?.kind === 'map' ? root : undefined;
}

/** A document with `extraConfig` as the section `config` that the chart makes of it. */
function configOf(source: string, file: string): MapNode | undefined {
  const extra = entry(readRoot(source, file), 'extraConfig');
  return extra === undefined ? undefined : { kind: 'map', entries: [{ ...extra, key: 'config' }], span: extra.value.span };
}

function versionEdits(source: string, root: MapNode, { to }: MigrateOptions, notes: MigrationNote[]): Edit[] {
  const note = (path: readonly string[], kind: MigrationNote['kind'], message: string): void =>
    void notes.push({ id: 'version', kind, message, path });
  const digest = text(at(root, 'image', 'digest'));
  if (digest) note(['image', 'digest'], 'cannot', `the digest pins the image of another version: put in the one of v${to}`);
  const named = [versionPath, tagPath].filter(path => parseVersion(text(at(root, ...path)) ?? '') !== undefined);
  for (const path of named) note(path, 'rewritten', `${text(at(root, ...path))} is ${spelled(text(at(root, ...path))!, to)} now`);
  if (named.length > 0) {
    return named.map(path => {
      const node = at(root, ...path)!;
      const quote = /["']/.exec(source[node.span.start]!)?.[0] ?? '';
      return replaceValue(node, quote + spelled(text(node)!, to) + quote);
    });
  }
  return addVersion(source, root, to, note);
}

const spelled = (old: string, to: string): string => (old.startsWith('v') ? `v${to}` : to);

function addVersion(
  source: string,
  root: MapNode,
  to: string,
  note: (path: readonly string[], kind: MigrationNote['kind'], message: string) => void,
): Edit[] {
  const value = inline(`v${to}`);
  const present = at(root, ...versionPath);
  const isEmpty = present !== undefined && (isNull(present) || text(present) === '');
  const edit = isEmpty && present.span.end > present.span.start ? replaceValue(present, value) : setIn(source, root, versionPath, value);
  if (edit === undefined) {
    note(versionPath, 'cannot', `no place for the version: set global.agentgateway.version to v${to}`);
    return [];
  }
  note(versionPath, 'rewritten', `the version is v${to} now; the file named none`);
  return [edit];
}
