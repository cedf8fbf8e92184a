import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { type MonitorRuleProblem, reportMonitorRules } from '../objects/monitors.js';
import { matchersOf, type SeriesMatcher } from '../objects/promql.js';

type Said = readonly [message: string, suggestion: string, severity?: 'error' | 'info'];

const words = (list: string): readonly string[] => list.split(' ');
const phases = words('Pending Running Succeeded Failed Unknown');
const truths = words('true false unknown');
const waiting = words(
  'CrashLoopBackOff ImagePullBackOff ErrImagePull ErrImageNeverPull CreateContainerConfigError CreateContainerError InvalidImageName ContainerCreating RunContainerError PodInitializing',
);
const ended = words('OOMKilled Error Completed Evicted ContainerCannotRun DeadlineExceeded StartError');

/** Labels with few values: the metrics that have them, the label, and its values. */
const known: readonly (readonly [metric: RegExp, label: string, values: readonly string[]])[] = [
  [/^kube_pod_status_phase$/, 'phase', phases],
  [/^kube_pod_container_status_waiting_reason$|^kube_pod_init_container_status_waiting_reason$/, 'reason', waiting],
  [/^kube_pod_(?:init_)?container_status_(?:last_)?terminated_reason$/, 'reason', ended],
  [/^kube_pod_status_(?:ready|scheduled)$/, 'condition', truths],
  [/^kube_(?:node|deployment|job|hpa|horizontalpodautoscaler|namespace)_status_condition$/, 'status', truths],
  [/^kube_node_status_condition$/, 'condition', words('Ready MemoryPressure DiskPressure PIDPressure NetworkUnavailable')],
  [/^kube_deployment_status_condition$/, 'condition', words('Available Progressing ReplicaFailure')],
  [/^kube_persistentvolumeclaim_status_phase$/, 'phase', words('Pending Bound Lost')],
  [/^kube_persistentvolume_status_phase$/, 'phase', words('Pending Available Bound Released Failed')],
  [/^kube_namespace_status_phase$/, 'phase', words('Active Terminating')],
  [/^node_cpu_seconds_total$/, 'mode', words('idle iowait irq nice softirq steal system user')],
  [/^ALERTS$/, 'alertstate', words('firing pending')],
];

/** Labels that metrics of containers had before Kubernetes 1.16. */
const former: ReadonlyMap<string, string> = new Map([
  ['pod_name', 'pod'],
  ['container_name', 'container'],
]);

function ofKnown(metric: string, { label, op, value }: SeriesMatcher): Said[] {
  const now = metric.startsWith('container_') ? former.get(label) : undefined;
  if (now !== undefined && (op === '=' || op === '=~') && value !== '')
    return [[`"${metric}" has no label "${label}" since Kubernetes 1.16: no series fits`, `write ${now}`]];
  const values = known.find(([metrics, name]) => name === label && metrics.test(metric))?.[2];
  if (values === undefined) return [];
  const given = op === '=~' || op === '!~' ? value.split('|') : [value];
  return given.flatMap((one): Said[] => {
    const meant = values.find(each => each.toLowerCase() === one.toLowerCase());
    return meant === undefined || meant === one
      ? []
      : [[`no series of "${metric}" has ${label}="${one}": letters are compared with their case`, `write "${meant}"`]];
  });
}

function ofPattern({ label, op, value }: SeriesMatcher): Said[] {
  if (op !== '=~' && op !== '!~') return [];
  if (/^[*+?]|\(\?(?:[!=]|<[!=])/.test(value))
    return [
      [
        `Prometheus cannot read the pattern "${value.slice(0, 80)}" of "${label}"`,
        value.startsWith('*') ? 'write ".*"' : 'write it without (?!...) and the like',
        'error',
      ],
    ];
  const glob = /([\w-])\*(?=$|\|)/.exec(value);
  if (glob !== null)
    return [
      [
        `"*" repeats the character before it: "${value.slice(0, 80)}" fits no text that goes on otherwise`,
        `write "${value.replace(/([\w-])\*(?=$|\|)/g, '$1.*').slice(0, 80)}"`,
      ],
    ];
  if (/^[\w.-]+(?:\s*,\s*[\w.-]+)+$/.test(value))
    return [
      [
        `"${value.slice(0, 80)}" is one text with commas: alternatives stand between "|"`,
        `write "${value.replace(/\s*,\s*/g, '|').slice(0, 80)}"`,
      ],
    ];
  return [];
}

/** Two values of one label in one selector. */
function ofSelector(matchers: readonly SeriesMatcher[]): Said[] {
  const equal = new Map<string, string>();
  for (const { label, op, value } of matchers) {
    const before = equal.get(label);
    if (op === '=' && before !== undefined && before !== value)
      return [[`no series has both ${label}="${before}" and ${label}="${value}"`, `write ${label}=~"${before}|${value}"`]];
    if (op === '=') equal.set(label, value);
  }
  const out = matchers.find(({ label, op, value }) => op === '!=' && value !== '' && equal.get(label) === value);
  return out === undefined ? [] : [[`the selector takes and leaves out ${out.label}="${out.value}"`, 'remove one of the two']];
}

/** Groups that the text of label_replace() names, and its pattern does not have. */
function ofReplace(expression: string): Said[] {
  return [...expression.matchAll(/"([^"\\]{0,200})"\s*,\s*"([^"\\]{0,200})"\s*,\s*"([^"\\]{0,400})"\s*\)/g)].flatMap(
    ([, text_, , pattern]): Said[] => {
      if (!expression.includes('label_replace')) return [];
      const groups = (pattern!.replace(/\[[^\]]*\]/g, '').match(/\((?!\?:)/g) ?? []).length;
      const wanted = Math.max(0, ...[...text_!.matchAll(/\$\{?(\d)/g)].map(([, digit]) => Number(digit)));
      return wanted > groups
        ? [
            [
              `"${pattern!.slice(0, 80)}" has ${groups === 0 ? 'no group' : `${groups} groups`}: $${wanted} is empty, and the label is removed`,
              'write parentheses around what is taken',
            ],
          ]
        : [];
    },
  );
}

function problems(rule: Node): MonitorRuleProblem[] {
  const expression = text(get(rule, 'expr')) ?? '';
  if (expression.length > 4000) return [];
  const said: Said[] = matchersOf(expression).flatMap(ofPattern);
  for (const [, metric, inside] of expression.matchAll(/([A-Za-z_:][\w:]{0,120})\s*\{([^{}]{0,1000})\}/g)) {
    const matchers = matchersOf(inside!);
    said.push(...matchers.flatMap(matcher => ofKnown(metric!, matcher)), ...ofSelector(matchers));
  }
  said.push(...ofReplace(expression));
  return said.map(([message, suggestion, severity]): MonitorRuleProblem => ['expr', message, suggestion, severity]);
}

const example = (pattern: string): string => `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: web}
spec: {groups: [{name: web, rules: [{alert: Down, expr: 'up{pod=~"${pattern}"} == 0'}]}]}
`;

export const alertPatterns: Rule = {
  id: 'alert-patterns',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus takes the selector, and no series has such labels: the alert never fires.',
  docs: {
    checks:
      'Selectors in expressions of PrometheusRules. A pattern is not a glob or a list with commas, and Prometheus can read it (an error). Values of labels of well-known metrics have the right case; a selector does not ask for two values of one label; and the text of `label_replace()` names groups that its pattern has.',
    seen: 'Prometheus 2.42.0 (promtool): with the series `up{pod="web-1"}` the pattern `web-*` never fires and `web-.*` does, and so do `a,b` and `a|b`.',
    fix: 'Write patterns as RE2 has them, for the whole value, such as "web-.*".',
    wrong: example('web-*'),
    correct: example('web-.*'),
  },
  check: context => reportMonitorRules(context, problems),
};
