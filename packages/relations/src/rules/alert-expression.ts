import { prometheusMilliseconds } from '@mcpgw/custom-resources';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { type MonitorRuleProblem, reportMonitorRules } from '../objects/monitors.js';
import { aggregationAt, closingOf, matchersOf, withoutTexts } from '../objects/promql.js';

const week = 7 * 24 * 3_600_000;

/** Metrics that go up and down, of programs that nearly every cluster has. */
const gauges =
  /^(?:up|process_(?:resident|virtual)_memory_bytes|process_open_fds|go_goroutines|go_memstats_(?:alloc|heap_inuse)_bytes|container_memory_(?:working_set|usage|rss)_bytes|node_memory_\w+_bytes|node_load\d+|kube_\w+_status_\w*(?:replicas\w*|phase|condition)|nodejs_heap_size_used_bytes|\w+_celsius|\w+_info)$/;

function ofMatchers(expression: string): MonitorRuleProblem[] {
  return matchersOf(expression).flatMap(({ label, op, value }): MonitorRuleProblem[] => {
    if ((op === '=' || op === '!=') && /^[1-5](?:\.\.|xx)$|\.[*+]|\w\|\w/.test(value))
      return [['expr', `${label}${op}"${value}" compares exactly: no series has this text`, `write ${label}${op === '=' ? '=~' : '!~'}`]];
    if (op === '!~' && /^\.\*$/.test(value))
      return [
        ['expr', `${label}!~"${value}" takes no series: every value matches`, 'remove the condition, or write what is to be left out'],
      ];
    if (op === '=~' && /(?:code|status)$/.test(label) && /^[1-5](?:xx)?$/.test(value))
      return [['expr', `${label}=~"${value}" has to match the whole status, and never does`, `write ${label}=~"${value[0]}.."`]];
    return [];
  });
}

/** A share of one metric in itself, compared with a number that it cannot exceed. */
function ofShare(expression: string): MonitorRuleProblem[] {
  const plain = withoutTexts(expression);
  const compared = />=?\s*(?:bool\s*)?(\d+(?:\.\d+)?)\s*$/.exec(plain.trim());
  const parts = plain.split('/');
  if (compared === null || Number(compared[1]) <= 1 || parts.length !== 2 || plain.includes('*') || /\b(?:and|or|unless)\b/.test(plain))
    return [];
  const [above, below] = parts.map(part => new Set([...part.matchAll(/([A-Za-z_:][\w:]*)\s*\[/g)].map(([, name]) => name)));
  const [name] = above!;
  if (name === undefined || above!.size !== 1 || below!.size !== 1 || !below!.has(name)) return [];
  return [
    [
      'expr',
      `the share of "${name}" in itself is at most 1, and is compared with ${compared[1]}: the alert never fires`,
      'write a share such as 0.05, or multiply by 100',
    ],
  ];
}

function ofHistogram(plain: string): MonitorRuleProblem[] {
  const said: MonitorRuleProblem[] = [];
  for (const call of plain.matchAll(/\bhistogram_quantile\s*\(\s*(-?\d+(?:\.\d+)?)\s*,/g)) {
    const quantile = Number(call[1]);
    if (quantile < 0 || quantile > 1)
      said.push([
        'expr',
        `a quantile is from 0 to 1: ${call[1]} gives infinity for every series`,
        `write ${quantile > 1 && quantile <= 100 ? quantile / 100 : 0.99}`,
      ]);
    const end = closingOf(plain, call.index + call[0].indexOf('('));
    const inside = aggregationAt(plain.slice(0, end), call.index + call[0].length);
    if (inside === undefined || !/_bucket\b/.test(inside.inner)) continue;
    const keepsLe = inside.isWithout ? inside.labels?.includes('le') === false : inside.labels?.includes('le') === true;
    if (!keepsLe)
      said.push(['expr', 'the label "le" of the buckets is summed away: the result is empty', 'add "le" to the labels of "by"']);
  }
  return said;
}

function ofFunctions(plain: string): MonitorRuleProblem[] {
  const said: MonitorRuleProblem[] = [];
  for (const [, name, metric] of plain.matchAll(/\b(rate|irate|increase)\s*\(\s*([A-Za-z_:][\w:]*)\s*\[/g))
    if (gauges.test(metric!))
      said.push([
        'expr',
        `"${metric}" goes up and down: ${name}() takes each fall for a restart`,
        'write deriv() or delta(), or compare the value itself',
      ]);
  const ahead = /\bpredict_linear\s*\([^()]{0,300}(?:\([^()]{0,300}\)[^()]{0,300})?,\s*0+(?:\.0+)?\s*\)/.test(plain);
  if (ahead)
    said.push(['expr', 'predict_linear() looks 0 seconds ahead: the alert fires when it is too late', 'write seconds, such as 4 * 3600']);
  const age = /\btime\(\)\s*-[^<>=]{1,300}[<>]=?\s*(\d{8,15})\b/.exec(plain);
  if (age !== null && Number(age[1]) > 5 * 31_536_000)
    said.push(['expr', `times are in seconds: ${age[1]} is more than five years`, `write ${Math.round(Number(age[1]) / 1000)}`]);
  if (/\babsent(?:_over_time)?\s*\([^()]{0,400}\)\s*(?:==\s*0|<\s*1|!=\s*1)/.test(plain))
    said.push(['expr', 'absent() gives 1 or nothing: this comparison never holds', 'remove the comparison']);
  return said;
}

/** Labels that texts of an alert use, and that its expression sums away. */
function ofLabels(rule: Node, plain: string): MonitorRuleProblem[] {
  const outer = aggregationAt(plain, 0);
  if (outer === undefined || outer.isWithout || !/^\s*(?:[<>=!]=?[^/*+a-z-]*)?$/i.test(plain.slice(outer.end))) return [];
  const missing = new Map<string, string>();
  for (const key of ['annotations', 'labels']) {
    const node = get(rule, key);
    for (const { value } of node?.kind === 'map' ? node.entries : [])
      for (const [, label] of (text(value) ?? '').matchAll(/\$labels\.(\w{1,80})/g))
        if (outer.labels?.includes(label!) !== true) missing.set(label!, key);
  }
  return [...missing].map(([label, key]) => [
    key,
    `the expression sums "${label}" away: the text has nothing in its place`,
    `write "by (${label})", or leave it out`,
  ]);
}

function problems(rule: Node): MonitorRuleProblem[] {
  const expression = (text(get(rule, 'expr')) ?? '').trim();
  const plain = withoutTexts(expression);
  const waits = prometheusMilliseconds(text(get(rule, 'for'))) ?? 0;
  const long: MonitorRuleProblem[] =
    waits >= week
      ? [['for', 'the alert fires only after a week or more without a gap, and a gap starts the time anew', 'write minutes or hours']]
      : [];
  const stays = prometheusMilliseconds(text(get(rule, 'keep_firing_for'))) ?? 0;
  if (stays >= week) long.push(['keep_firing_for', 'the alert stays for a week or more after its cause is gone', 'write minutes or hours']);
  return [
    ...ofMatchers(expression),
    ...ofShare(expression),
    ...ofHistogram(plain),
    ...ofFunctions(plain),
    ...ofLabels(rule, plain),
    ...long,
  ];
}

const example = (expression: string): string => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Errors, expr: '${expression}'}]}]}
`;

export const alertExpression: Rule = {
  id: 'alert-expression',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus takes the expression, and its result is empty, or never what it is compared with: the alert stays silent.',
  docs: {
    checks:
      'Expressions of PrometheusRules: patterns need `=~` and match the whole value, a share of a metric in itself is at most 1, quantiles are from 0 to 1 and keep the label `le`, and rates are of counters. `absent()` is 1 or nothing, strings use labels that the expression keeps, and an alert waits, and stays, for less than a week.',
    seen: 'Prometheus 2.42.0 (promtool): it takes the rules, and an alert such as `avail_bytes / size_bytes < 10` fires at half of the space, `count(up == 1) == 0` never.',
    fix: 'Write the expression as the message says, and try it in Prometheus with data of a time when it should have fired.',
    wrong: example('sum(rate(http_requests_total{code="5.."}[5m])) > 1'),
    correct: example('sum(rate(http_requests_total{code=~"5.."}[5m])) > 1'),
  },
  check: context => reportMonitorRules(context, problems),
};
