import { get, type Rule, text } from '@mcpgw/structure';
import { monitorRulesOf } from '../objects/monitors.js';
import { aggregationAt, withoutTexts } from '../objects/promql.js';

type Said = readonly [message: string, suggestion: string, severity?: 'info'];

/** Metrics that are 0 or 1. */
const truths = /^(?:up|probe_success|\w+_up|kube_\w+_status_(?:condition|ready))$/;

function ofTruths(plain: string): Said[] {
  return [...plain.matchAll(/(^|[^\w:.])([A-Za-z_:][\w:]*)\s*(==|>=|>)\s*(?:bool\s+)?(\d+(?:\.\d+)?)/g)].flatMap(
    ([, , name, op, number]): Said[] => {
      const value = Number(number);
      if (!truths.test(name!) || (op === '==' ? value === 0 || value === 1 : op === '>' ? value < 1 : value <= 1)) return [];
      return [[`"${name}" is 0 or 1, and never ${op} ${number}`, `write ${name} == 0`]];
    },
  );
}

/** A counter that is compared as it is: it only grows, so the alert stays until the program restarts. */
function ofCounters(plain: string): Said[] {
  const found = /^\s*(?:sum\s*(?:by\s*\([^()]{0,200}\)\s*)?\(\s*)?([A-Za-z_:][\w:]*_total)\s*\)?\s*>=?\s*\d/.exec(plain);
  return found === null
    ? []
    : [[`"${found[1]}" only grows: once above the number, it stays there`, `compare increase(${found[1]}[5m])`, 'info']];
}

/** Two sums by different labels on both sides of an operator: no series of one has a partner. */
function ofSides(plain: string): Said[] {
  const left = aggregationAt(plain, 0);
  if (left === undefined || left.isWithout) return [];
  const middle = /^\s*(?:(?:==|!=|<=?|>=?)\s*[\d.]+\s*)?(and|unless|[/*+-])\s+(?!on\b|ignoring\b|group_)/.exec(plain.slice(left.end));
  const right = middle === null ? undefined : aggregationAt(plain, left.end + middle[0].length);
  if (right === undefined || right.isWithout) return [];
  const [one, other] = [left, right].map(side => [...new Set(side.labels ?? [])].sort().join(', '));
  if (one === other) return [];
  const effect = middle![1] === 'unless' ? 'nothing is taken away' : 'the result is empty';
  return [
    [
      `"${middle![1]}" joins sums by (${one}) and by (${other}), which have no labels in common: ${effect}`,
      'sum both sides by the same labels, or add on (...)',
    ],
  ];
}

const example = (expression: string): string => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Errors, expr: '${expression}'}]}]}
`;

export const alertVectors: Rule = {
  id: 'alert-vectors',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus joins series whose labels are the same, and compares numbers as they are: this alert never fires, or never ends.',
  docs: {
    checks:
      'Alerts of PrometheusRules: sums on both sides of an operator have the same labels, metrics that are 0 or 1 are compared with these, and counters are not compared as they are (an info).',
    seen: 'Prometheus 2.42.0 (promtool): `a{status="False"}` never finds the series `a{status="false"}`, and `a > 1 or b` fires for every `b`.',
    fix: 'Sum both sides by the same labels, and compare rates or increases of counters.',
    wrong: example('sum by (pod) (rate(errors_total[5m])) / sum by (job) (rate(requests_total[5m])) > 0.1'),
    correct: example('sum by (job) (rate(errors_total[5m])) / sum by (job) (rate(requests_total[5m])) > 0.1'),
  },
  check({ root, report }) {
    for (const { node, path } of monitorRulesOf(root)) {
      const expression = get(node, 'expr');
      if (expression === undefined || get(node, 'alert') === undefined) continue;
      const plain = withoutTexts(text(expression) ?? '');
      for (const [message, suggestion, severity] of [...ofTruths(plain), ...ofCounters(plain), ...ofSides(plain)])
        report({ at: expression, path: [...path, 'expr'], message, suggestion, ...(severity === undefined ? {} : { severity }) });
    }
  },
};
