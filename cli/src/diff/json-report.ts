import type { Change } from './compare.js';
import { formatPath } from './path.js';
import { countsOf, type DiffReport } from './report.js';

const changeToJson = ({ path, op, from, to }: Change) => ({
  path: formatPath(path),
  op,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** The report as data (schemas/diff-report.json). */
export function formatJson(report: DiffReport): string {
  const objects = report.objects.map(({ changes, ...rest }) => ({ ...rest, changes: changes.map(changeToJson) }));
  return `${JSON.stringify({ from: report.from, to: report.to, summary: countsOf(report), objects }, null, 2)}\n`;
}
