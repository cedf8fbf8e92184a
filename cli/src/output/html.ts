import { count, type Finding, formatPath, isFixable, type Report, type Severity, type SkipReason } from '@mcpgw/diagnostics';
import { htmlPage, type Tone } from '../html/page.js';
import { groupByFile } from './by-file.js';
import { framesOf } from './frames.js';
import template from './report.html.hbs';
import type { RuleInfo } from './sarif.js';
import { checkedFiles, notCheckedParts, plural } from './text.js';

const kinds: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', info: 'info' };
const severities = ['error', 'warning', 'info'] as const;

const reasons: Readonly<Record<SkipReason, string>> = {
  'unknown-kind': 'its kind is not known',
  'chart-template': 'a template of a chart, which only a render shows',
  'json-with-comments': 'settings of an editor or a compiler',
  'other-program': 'file of another program',
  'skipped-folder': 'a folder that is left out',
};

/** Files of one list at most; the report of a large folder stays readable. */
const maxListed = 2000;

/** The report of `mcpgw validate` as an HTML file. `rules` has why a rule exists and its page, by ID. */
export function formatHtml(report: Report, rules: ReadonlyMap<string, RuleInfo>): string {
  const { findings, notChecked } = report;
  const counts = severities.map(severity => ({ severity, number: count(findings, severity) }));
  const skipped = new Set(notChecked.files.map(({ file }) => file));
  const withFindings = new Set(findings.map(({ file }) => file));
  const clean = report.files.filter(({ file }) => !withFindings.has(file) && !skipped.has(file));
  return htmlPage({
    command: 'validate',
    verdict: verdictOf(findings),
    lead: leadOf(report),
    filters: counts.map(({ severity, number }) => ({
      key: severity,
      kind: kinds[severity],
      label: number === 1 ? severity : `${severity}s`,
      count: number,
    })),
    template,
    view: {
      rules: rulesOf(findings),
      groups: groupsOf(report, rules),
      notChecked: notCheckedParts(notChecked),
      skipped: notChecked.files.slice(0, maxListed).map(({ file, reason }) => ({ file, reason: reasons[reason] })),
      clean: clean.slice(0, maxListed).map(({ file, kind }) => ({ file, kind })),
    },
  });
}

function verdictOf(findings: readonly Finding[]): { kind: Tone; text: string } {
  const [errors, warnings, infos] = severities.map(severity => count(findings, severity));
  if (errors! > 0) return { kind: 'bad', text: plural(errors!, 'error') };
  if (warnings! > 0) return { kind: 'warn', text: plural(warnings!, 'warning') };
  return infos! > 0 ? { kind: 'info', text: plural(infos!, 'info') } : { kind: 'ok', text: 'Nothing wrong found' };
}

function leadOf(report: Report): string {
  const fixable = report.findings.filter(isFixable).length;
  const left = notCheckedParts(report.notChecked);
  const parts = [
    `${checkedFiles(report)}.`,
    left.length > 0 && `Not checked: ${left.join(', ')}.`,
    fixable > 0 && `${plural(fixable, 'finding')} can be fixed with --fix.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** How often each rule was broken, the worst and most frequent first. A report about one rule needs no table. */
function rulesOf(findings: readonly Finding[]) {
  const byRule = new Map<string, Finding[]>();
  for (const finding of findings) {
    const same = byRule.get(finding.rule) ?? [];
    same.push(finding);
    byRule.set(finding.rule, same);
  }
  if (byRule.size < 2) return [];
  const rows = [...byRule].map(([rule, found]) => ({ rule, found, worst: worst(found) }));
  rows.sort((a, b) => a.worst - b.worst || b.found.length - a.found.length);
  return rows.map(({ rule, found, worst }) => ({
    rule,
    severity: severities[worst]!,
    kind: kinds[severities[worst]!],
    findings: found.length,
    files: new Set(found.map(({ file }) => file)).size,
  }));
}

const worst = (of: readonly Finding[]): number => Math.min(...of.map(({ severity }) => severities.indexOf(severity)));

function groupsOf(report: Report, rules: ReadonlyMap<string, RuleInfo>) {
  const frameOf = framesOf(report);
  const files = new Map(report.files.map(file => [file.file, file]));
  const shown = new Set<string>();
  const isFirst = ({ rule }: Finding): boolean => !shown.has(rule) && shown.add(rule).has(rule);
  const groups = [...groupByFile(report.findings)].sort(([, a], [, b]) => worst(a) - worst(b));
  return groups.map(([file, findings]) => {
    const counts = severities.map(severity => [count(findings, severity), severity] as const).filter(([number]) => number > 0);
    return {
      file,
      kind: files.get(file)?.kind ?? 'unknown',
      counts: counts.map(([number, severity]) => plural(number, severity)).join(', '),
      findings: findings.map(finding => ({
        ...findingView(report, finding, frameOf(finding), rules.get(finding.rule)),
        isFirst: isFirst(finding),
      })),
    };
  });
}

function findingView({ sources }: Report, finding: Finding, frame: string | undefined, rule: RuleInfo | undefined) {
  const { line, column } = sources.locate(finding).start;
  const page = finding.docs ?? rule?.docs ?? '';
  return {
    severity: finding.severity,
    kind: kinds[finding.severity],
    message: finding.message,
    place: `${finding.file}:${line}:${column}`,
    path: formatPath(finding.path ?? []),
    rule: finding.rule,
    docs: /^https?:/.test(page) ? page : '',
    frame: frame ?? '',
    suggestion: finding.suggestion ?? '',
    fixable: isFixable(finding),
    why: rule?.why ?? '',
  };
}
