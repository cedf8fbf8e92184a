import { diffLines, htmlPage, type Tone } from '../html/page.js';
import { bodyOf } from './markdown.js';
import template from './report.html.hbs';
import { countsOf, type DiffReport, type ObjectReport } from './report.js';
import { effectsText, objectName, summary } from './text.js';

const kinds: Readonly<Record<ObjectReport['status'], Tone>> = { removed: 'bad', changed: 'warn', added: 'ok' };

/** Objects with up to this many lines are open at first. */
const openLines = 60;

/** The report of `mcpgw diff` as an HTML file. Secrets are masked in the report already. */
export function formatHtml(report: DiffReport): string {
  const counts = countsOf(report);
  return htmlPage({
    command: 'diff',
    verdict: report.objects.length === 0 ? { kind: 'ok', text: 'No change' } : { kind: 'warn', text: summary(report) },
    lead: report.objects.length === 0 ? `${summary(report)}.` : '',
    filters: (['changed', 'added', 'removed'] as const).map(key => ({ key, kind: kinds[key], label: key, count: counts[key] })),
    template,
    view: { from: report.from, to: report.to, objects: report.objects.map(objectView) },
  });
}

function objectView(object: ObjectReport) {
  const lines = diffLines(bodyOf(object));
  return {
    status: object.status,
    kind: kinds[object.status],
    name: objectName(object),
    effects: effectsText(object),
    open: lines.length <= openLines,
    lines,
  };
}
