import { writeFileSync } from 'node:fs';
import { applyEdits, type Edit, type Report } from '@mcpgw/diagnostics';
import { unifiedDiff } from '../diff.js';

/** Makes the mends that findings bring, file by file, and gives what was changed as a diff; empty when there was nothing to mend. */
export function fixFiles(report: Report): string {
  const edits = new Map<string, Edit[]>();
  for (const { file, fix } of report.findings) {
    if (fix !== undefined && fix.length > 0) edits.set(file, [...(edits.get(file) ?? []), ...fix]);
  }
  let diff = '';
  for (const [file, wanted] of edits) {
    const before = report.sources.get(file);
    if (before === undefined) continue;
    const after = applyEdits(before, wanted).text;
    if (after === before) continue;
    diff += unifiedDiff(file, file, before, after);
    writeFileSync(file, after);
  }
  return diff;
}
