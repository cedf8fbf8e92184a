import { applyEdits, type Finding, isFixable, type Report, uniqueEdits } from '@mcpgw/diagnostics';
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
  const fixable = new Map<string, Finding[]>();
  for (const finding of report.findings.filter(isFixable)) fixable.set(finding.file, [...(fixable.get(finding.file) ?? []), finding]);
  return [...fixable].flatMap(([file, findings]) => {
    const before = report.sources.get(file);
    const text = before === undefined ? undefined : fixedText(before, findings);
    return text === undefined || text === before ? [] : [{ file, text, diff: unifiedDiff(`a/${file}`, `b/${file}`, before!, text) }];
  });
}

/** A text after the certain fixes of findings about it. */
export function fixedText(before: string, findings: readonly Finding[]): string {
  return applyEdits(before, uniqueEdits(findings.flatMap(({ fix = [] }) => fix))).text;
}

/** Writes the files. @throws CliError for a file that cannot be written; earlier files are then already written */
export function writeFixes(files: readonly FixedFile[]): void {
  for (const { file, text } of files) rewriteFile(file, text);
}
