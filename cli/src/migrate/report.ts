import type { MigrationNote } from '@mcpgw/agentgateway';
import { formatPath, logText, visible } from '@mcpgw/diagnostics';
import { unifiedDiff } from '../diff.js';
import type { MigratedFile } from './files.js';

export const cannot = ({ notes }: MigratedFile): boolean => notes.some(({ kind }) => kind === 'cannot');
export const isChanged = ({ before, after }: MigratedFile): boolean => before !== after;

/** In git's format, so that `git apply` and `patch -p1` accept it. */
const diffOf = (migrated: MigratedFile): string =>
  isChanged(migrated) ? unifiedDiff(`a/${migrated.file}`, `b/${migrated.file}`, migrated.before, migrated.after) : '';

/** A difference whose printed form was changed cannot be used as a patch. */
const cannotApply = '  The difference holds characters that are not printed as they are; -o json has it for git apply.\n';

/** The report for people: the difference, then the notes. */
export function formatText(files: readonly MigratedFile[], isWritten: (file: MigratedFile) => boolean): string {
  return files.map(file => fileText(file, isWritten(file))).join('\n');
}

function fileText(migrated: MigratedFile, isWritten: boolean): string {
  const { file, from, to, notes } = migrated;
  const diff = diffOf(migrated);
  const done = isWritten ? 'written' : isChanged(migrated) ? 'not written' : 'nothing to change';
  const lines = grouped(notes).map(({ kind, id, path, message, more }) => {
    const place = path.length === 0 ? '' : `${formatPath(path)}${more > 0 ? ` and ${more} more` : ''}: `;
    return `  ${kind.padEnd(9)}  ${visible(place + message)}  (${id})\n`;
  });
  const caution = diff === logText(diff) ? '' : cannotApply;
  return `${diff}${visible(file)}: v${from} to v${to}, ${done}\n${caution}${lines.join('')}`;
}

/** Merges equal notes about several positions, with the first position. */
function grouped(notes: readonly MigrationNote[]): (MigrationNote & { readonly more: number })[] {
  const groups = new Map<string, MigrationNote & { more: number }>();
  for (const note of notes) {
    const key = JSON.stringify([note.kind, note.id, note.message]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...note, more: 0 });
    else group.more++;
  }
  return [...groups.values()];
}

/** The same as data (schemas/migrate-report.json). */
export function formatJson(files: readonly MigratedFile[], isWritten: (file: MigratedFile) => boolean): string {
  const reports = files.map(migrated => {
    const { file, kind, from, to, notes } = migrated;
    return {
      file,
      kind,
      from: `v${from}`,
      to: `v${to}`,
      changed: isChanged(migrated),
      written: isWritten(migrated),
      diff: diffOf(migrated),
      notes: notes.map(({ path, ...note }) => ({ ...note, path: formatPath(path) })),
    };
  });
  return `${JSON.stringify({ files: reports }, null, 2)}\n`;
}
