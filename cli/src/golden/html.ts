import { diffLines, htmlPage, type Tone } from '../html/page.js';
import { plural } from '../output/text.js';
import template from './report.html.hbs';
import type { GoldenResult } from './result.js';

const kinds: Readonly<Record<GoldenResult['status'], Tone>> = { failed: 'bad', updated: 'warn', passed: 'ok' };

/** The report of `mcpgw golden` as an HTML file. */
export function formatHtml(results: readonly GoldenResult[]): string {
  const number = (status: GoldenResult['status']): number => results.filter(result => result.status === status).length;
  const failed = results.filter(({ status }) => status === 'failed');
  const helms = [...new Set(results.map(({ helm }) => helm))].sort();
  return htmlPage({
    command: 'golden',
    verdict:
      failed.length > 0
        ? { kind: 'bad', text: `${plural(failed.length, 'case')} failed` }
        : {
            kind: number('updated') > 0 ? 'warn' : 'ok',
            text: `${plural(results.length, 'case')} ${number('updated') > 0 ? 'ran' : 'passed'}`,
          },
    lead: `Rendered as Helm ${helms.join(' and ')}.`,
    filters: (['failed', 'updated', 'passed'] as const).map(key => ({ key, kind: kinds[key], label: key, count: number(key) })),
    template,
    view: {
      failed: failed.map(({ case: name, helm, detail }) => ({ case: name, helm, lines: diffLines(detail ?? '') })),
      others: results
        .filter(({ status }) => status !== 'failed')
        .map(({ case: name, status, helm }) => ({ case: name, status, helm, kind: kinds[status] })),
    },
  });
}
