import { entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { type MonitorRuleProblem, reportMonitorRules } from '../objects/monitors.js';
import { withoutTexts } from '../objects/promql.js';

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Why a text cannot be an expression of Prometheus: brackets and quotes that do not close. Undefined if it may be one. */
function unclosed(expression: string): string | undefined {
  const open: string[] = [];
  for (let index = 0; index < expression.length; index++) {
    const char = expression[index]!;
    if (char === '#') {
      const end = expression.indexOf('\n', index);
      if (end < 0) break;
      index = end;
    } else if (char === '"' || char === "'" || char === '`') {
      let end = index + 1;
      while (end < expression.length && expression[end] !== char) end += char !== '`' && expression[end] === '\\' ? 2 : 1;
      if (end >= expression.length) return `the quote ${char} is not closed`;
      index = end;
    } else if (Object.hasOwn(closing, char)) open.push(closing[char]!);
    else if (')]}'.includes(char) && open.pop() !== char) return `"${char}" closes nothing`;
  }
  return open.length === 0 ? undefined : `"${open.at(-1)}" is missing`;
}

/** Whether the value is a rate or a count, and not a truth value. */
const isRate = (plain: string): boolean => /\b(?:i?rate|increase|histogram_quantile|avg_over_time|sum_over_time)\s*\(/.test(plain);

/** A window of a rate that is shorter than two scrapes every 15 seconds, which is the shortest usual interval. */
function shortWindow(expression: string): string | undefined {
  const window = /\b(?:rate|irate|increase|delta|deriv)\s*\([^()[\]]{0,400}\[(\d{1,6})(ms|s)\]/.exec(expression);
  if (window === null) return undefined;
  const seconds = Number(window[1]) / (window[2] === 'ms' ? 1000 : 1);
  return seconds < 30 ? `[${window[1]}${window[2]}]` : undefined;
}

function problems(rule: Node): MonitorRuleProblem[] {
  const said: MonitorRuleProblem[] = [];
  const expression = (text(get(rule, 'expr')) ?? 'x').trim();
  const broken = expression === '' ? 'it is empty' : expression.startsWith('{{') ? 'a template is left in it' : unclosed(expression);
  if (broken !== undefined) said.push(['expr', `Prometheus cannot read the expression: ${broken}`, 'correct the expression']);
  const plain = withoutTexts(expression);
  if (
    broken === undefined &&
    /\b(?:rate|irate|increase|delta|idelta|deriv|changes|resets|\w+_over_time)\s*\(\s*[A-Za-z_:][\w:]*\s*\)/.test(plain)
  )
    said.push(['expr', 'Prometheus refuses the rules: the function needs a range, such as [5m], after the name', 'write rate(name[5m])']);
  const ranged = /\)\s*\[\d+(?:ms|[smhdwy])\]/.exec(plain);
  if (broken === undefined && ranged !== null)
    said.push([
      'expr',
      `Prometheus refuses the rules: a range after a bracket needs a step, ${ranged[0].slice(1).trim().replace(']', ':]')}`,
      'write the range directly after the name, inside of the sum',
    ]);
  const isAlert = (text(get(rule, 'alert')) ?? '') !== '';
  if (
    isAlert &&
    broken === undefined &&
    isRate(plain) &&
    !/[<>!=]=?|\b(?:absent|absent_over_time|unless|and|or|vector|ALERTS)\b/.test(plain)
  )
    said.push([
      'expr',
      'nothing is compared: the alert fires as long as the expression has any value, also 0',
      'add a comparison, such as "> 0"',
      'warning',
    ]);
  const short = shortWindow(expression);
  if (short !== undefined)
    said.push([
      'expr',
      `within ${short} there are hardly two values, which rates need: the result is empty`,
      'write four times the interval of the scrapes, such as [2m]',
      'warning',
    ]);
  const record = text(get(rule, 'record'));
  if (record !== undefined && record !== '' && !/^[A-Za-z_:][\w:]*$/.test(record))
    said.push(['record', `"${record.slice(0, 80)}" is not a name of a metric`, 'use letters, digits, "_" and ":"']);
  for (const key of ['labels', 'annotations'])
    for (const { key: name, value } of entries(get(rule, key))) {
      const written = text(value) ?? '';
      if (!/^[A-Za-z_]\w*$/.test(name)) said.push([key, `"${name.slice(0, 80)}" is not a name of a label`, 'use letters, digits and "_"']);
      if (written.split('{{').length !== written.split('}}').length)
        said.push([key, `the template of "${name}" is not closed`, 'write each "{{" with its "}}"']);
    }
  return said;
}

export const alertRule: Rule = {
  id: 'alert-rule',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The operator or Prometheus refuses the rules: no alert of the object fires.',
  docs: {
    checks:
      'Rules of PrometheusRules: brackets and quotes of expressions close, names of metrics and labels are names, templates are closed, functions over time have a range, and only names have one without a step; warnings for windows of less than 30 seconds and for alerts that compare a rate with nothing. The expressions themselves are not evaluated.',
    seen: 'Prometheus 2.42.0 (promtool): it refuses rules whose pattern looks ahead, or begins with `*`.',
    fix: 'Correct the expression, the name or the template.',
    wrong: `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Down, expr: "sum(up{job=\\"web\\"} == 0"}]}]}
`,
    correct: `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Down, expr: "sum(up{job=\\"web\\"}) == 0"}]}]}
`,
  },
  check: context => reportMonitorRules(context, problems),
};
