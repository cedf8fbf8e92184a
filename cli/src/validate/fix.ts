import { applyEdits, type Edit, type Report, uniqueEdits } from '@mcpgw/diagnostics';
import { unifiedDiff } from '../diff.js';
import { rewriteFile } from '../replace-file.js';

/** A file with its fixed text and the changes. */
export interface FixedFile {
  readonly file: string;
  readonly text: string;
  readonly diff: string;
}

/** The files that certain fixes change; empty if there is nothing to fix. */
export function fixesOf(report: Report): FixedFile[] {
  const edits = new Map<string, Edit[]>();
  for (const { file, fix } of report.findings) {
    if (fix !== undefined && fix.length > 0) edits.set(file, [...(edits.get(file) ?? []), ...fix]);
  }
  return [...edits].flatMap(([file, wanted]) => {
    const before = report.sources.get(file);
    const text = before === undefined ? undefined : applyEdits(before, uniqueEdits(wanted)).text;
    return text === undefined || text === before ? [] : [{ file, text, diff: unifiedDiff(file, file, before!, text) }];
  });
}

/** Writes the files. @throws CliError for a file that cannot be written; earlier files are then already written */
export function writeFixes(files: readonly FixedFile[]): void {
  for (const { file, text } of files) rewriteFile(file, text);
}
