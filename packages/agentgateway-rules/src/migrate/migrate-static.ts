import { behaviourNotes, type MigrationNote } from '@mcpgw/agentgateway';
import { type Migration, migrations, withLineEnds } from '@mcpgw/agentgateway/internal';
import { applyEdits, type Finding, type Path, uniqueEdits } from '@mcpgw/diagnostics';
import { compareVersions, knownVersions, type MapNode, type Node, parseYaml } from '@mcpgw/structure';
import { checkStatic } from '../check/check-static.js';

export interface MigrateOptions {
  readonly file: string;
  /** Versions of the proxy, as bare semver. */
  readonly from: string;
  readonly to: string;
}

export interface Migrated {
  readonly text: string;
  readonly notes: readonly MigrationNote[];
}

/** The migrations from one version to another, in order, each with the edit for the direction. */
function stepsOf(from: string, to: string): { readonly migration: Migration; readonly edit: Migration['up'] }[] {
  const isUp = compareVersions(from, to) < 0;
  const [low, high] = isUp ? [from, to] : [to, from];
  const crossed = migrations.filter(({ at }) => compareVersions(at, low) > 0 && compareVersions(at, high) <= 0);
  return (isUp ? crossed : crossed.toReversed()).map(migration => ({ migration, edit: isUp ? migration.up : migration.down }));
}

/**
 * Rewrites a static configuration for another version of the proxy, and keeps comments and layout. Notes list what was rewritten, what
 * the proxy does differently, and what the version cannot express; with a note of the last kind, the result is not valid for the version.
 * A text that is not a configuration is returned unchanged, with notes.
 */
export function migrateStatic(source: string, options: MigrateOptions): Migrated {
  const before = mapOf(source, options.file);
  if (before === undefined) return { text: source, notes: refusals(source, options, []) };
  const notes: MigrationNote[] = [];
  const text = rewrite({ source, options, readRoot: candidate => mapOf(candidate, options.file) }, notes);
  const after = mapOf(text, options.file);
  const known = notes.filter(({ kind }) => kind === 'cannot').map(({ path }) => path);
  const behaviour = after === undefined ? [] : behaviourNotes({ before, after, from: options.from, to: options.to });
  return { text, notes: [...notes, ...behaviour, ...refusals(text, options, known)] };
}

/** Reads the document to migrate from a text. Returns undefined if the text does not contain one. */
export type ReadRoot = (source: string) => MapNode | undefined;

/** Applies only the migrations, without checking the whole. Used for a part of a configuration in another file. */
export function rewrite({ source, options, readRoot }: RewriteRequest, notes: MigrationNote[]): string {
  const { from, to } = options;
  return stepsOf(from, to).reduce((text, { migration, edit }) => {
    const root = readRoot(text);
    if (root === undefined || edit === undefined) return text;
    const edits = edit({ source: text, root, from, to, note: note => notes.push({ id: migration.id, ...note }) });
    return applyEdits(
      text,
      uniqueEdits(edits).map(edit => withLineEnds(text, edit)),
    ).text;
  }, source);
}

export interface RewriteRequest {
  readonly source: string;
  readonly options: MigrateOptions;
  readonly readRoot: ReadRoot;
}

function mapOf(source: string, file: string): MapNode | undefined {
  const { documents, findings } = parseYaml(source, { file, dialect: 'serde' });
  const [root]: readonly (Node | undefined)[] = documents;
  return findings.length === 0 && documents.length === 1 && root?.kind === 'map' ? root : undefined;
}

/** What the version refuses in the result, except at paths for which a migration has already added a note. */
function refusals(text: string, { file, to }: MigrateOptions, known: readonly Path[]): MigrationNote[] {
  return errorsOf(text, file, to)
    .filter(({ path = [] }) => !known.some(start => start.every((step, i) => step === path[i])))
    .map(({ rule, message, path = [] }) => ({ id: rule, kind: 'cannot', message, path }));
}

const errorsOf = (text: string, file: string, version: string): readonly Finding[] =>
  checkStatic(text, { file, version }).findings.filter(({ severity }) => severity === 'error');

/** The known versions that accept a static configuration unchanged. */
export const versionsThatTake = (text: string, file: string): string[] =>
  knownVersions.filter(version => errorsOf(text, file, version).length === 0);
