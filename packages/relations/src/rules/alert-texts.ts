import { entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { type MonitorRuleProblem, reportMonitorRules } from '../objects/monitors.js';
import { matchersOf } from '../objects/promql.js';

/** Functions and words of templates of Prometheus 3, beside those of Go. */
const functions: ReadonlySet<string> = new Set(
  `query first label value strvalue args reReplaceAll safeHtml match title toUpper toLower graphLink tableLink sortByLabel stripPort stripDomain
  humanize humanize1024 humanizeDuration humanizePercentage humanizeTimestamp toTime toDuration now pathPrefix externalURL parseDuration tmpl
  urlQueryEscape and or not len index slice print printf println html js urlquery call eq ne lt le gt ge if else end range with define template
  block nil true false break continue`.split(/\s+/),
);
const variables: ReadonlySet<string> = new Set(['labels', 'value', 'externalLabels', 'externalURL']);

/** The insides of `{{ }}`, without their texts and comments. */
const actionsOf = (written: string): string[] =>
  [...written.matchAll(/\{\{([^{}]{0,1000})\}\}/g)].map(([, inside]) =>
    inside!.replace(/"(?:\\.|[^"\\])*"|`[^`]*`|\/\*[\s\S]*?\*\//g, '""'),
  );

/** Names that the template does not know: Prometheus does not load rules with them. */
function ofNames(key: string, name: string, written: string): MonitorRuleProblem[] {
  const actions = actionsOf(written);
  const own = new Set(
    actions.flatMap(action => [...action.matchAll(/\$(\w+)\s*(?:,\s*\$(\w+)\s*)?:=/g)].flatMap(([, one, other]) => [one!, other ?? ''])),
  );
  for (const action of actions) {
    const variable = [...action.matchAll(/\$([A-Za-z_]\w*)/g)]
      .map(([, found]) => found!)
      .find(found => !variables.has(found) && !own.has(found));
    if (variable !== undefined)
      return [
        [
          key,
          `Prometheus refuses the rules: the text of "${name}" has no variable $${variable}`,
          'write $labels, $value or $externalLabels',
          'error',
        ],
      ];
    const word = [...action.matchAll(/(?<![\w.$"-])([A-Za-z_]\w*)/g)].map(([, found]) => found!).find(found => !functions.has(found));
    if (word !== undefined)
      return [
        [
          key,
          `Prometheus refuses the rules: the text of "${name}" has no function "${word}"`,
          word === 'labels' || word === 'value' ? `write $${word}` : 'write a function of Prometheus',
          'error',
        ],
      ];
    const field = /(?<![\w$)\]])\.(labels|value|externalLabels)\b/.exec(action)?.[1];
    if (field !== undefined) return [[key, `the text of "${name}" is an error message: there is no field .${field}`, `write $${field}`]];
  }
  return [];
}

/** The labels of what an expression gives where no series exists; undefined for other expressions. */
function labelsOfAbsence(expression: string): ReadonlySet<string> | undefined {
  if (
    !/^absent(?:_over_time)?\s*\(/.test(expression) ||
    !/\)\s*(?:==\s*1|>\s*0)?$/.test(expression) ||
    /\b(?:or|and|unless)\b/.test(expression)
  )
    return undefined;
  const isSelector = /^absent(?:_over_time)?\s*\(\s*[A-Za-z_:]?[\w:]*\s*(?:\{|\)|\[)/.test(expression);
  return new Set(
    isSelector
      ? matchersOf(expression)
          .filter(({ op }) => op === '=')
          .map(({ label }) => label)
      : [],
  );
}

function problems(rule: Node): MonitorRuleProblem[] {
  const expression = (text(get(rule, 'expr')) ?? '').trim();
  const kept = /^vector\s*\(\s*1\s*\)$/.test(expression) ? new Set<string>() : labelsOfAbsence(expression);
  const said: MonitorRuleProblem[] = [];
  for (const key of ['labels', 'annotations'])
    for (const { key: name, value } of entries(get(rule, key))) {
      const written = text(value) ?? '';
      if (written.length > 4000 || !written.includes('{{')) continue;
      said.push(...ofNames(key, name, written));
      if (
        key === 'labels' &&
        actionsOf(written).some(action => /\$value\b|\.Value\b/.test(action) && !/^-?\s*(?:if|else if)\b/.test(action.trim()))
      )
        said.push([
          key,
          `the label "${name}" changes with the value: each change is another alert, whose time begins anew`,
          'put the value into an annotation',
        ]);
      if (/\bhumanizePercentage\b/.test(written) && /(?:^|[^\w.])100\s*\*|\*\s*100(?![\w.])/.test(expression))
        said.push([
          key,
          'the expression multiplies by 100, and humanizePercentage does so again',
          'write humanize and "%", or do not multiply',
        ]);
      const missing =
        kept === undefined
          ? undefined
          : [...written.matchAll(/\$labels\.(\w{1,80})/g)].map(([, label]) => label!).find(label => !kept.has(label));
      if (missing !== undefined)
        said.push([
          key,
          `where no series is, there is no label "${missing}": the text has nothing in its place`,
          'use labels that the selector compares with "=", or leave it out',
        ]);
    }
  return said;
}

const example = (summary: string): string => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Down, expr: 'up == 0', annotations: {summary: '${summary}'}}]}]}
`;

export const alertTexts: Rule = {
  id: 'alert-texts',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus refuses the rules, or the alert says something else than its author wrote.',
  docs: {
    checks:
      'Templates of labels and annotations: their variables and functions exist (an error, because Prometheus loads no rule of the file), labels do not hold the value, percentages are not multiplied twice, and alerts about missing series name only labels that their selector compares with `=`.',
    seen: 'Prometheus 2.42.0 (promtool): it refuses an annotation with the variable `$label`, and one with a function that does not exist.',
    fix: 'Write `$labels.name`, `$value` and functions of Prometheus.',
    wrong: example('{{ $label.instance }} is down'),
    correct: example('{{ $labels.instance }} is down'),
  },
  check: context => reportMonitorRules(context, problems),
};
