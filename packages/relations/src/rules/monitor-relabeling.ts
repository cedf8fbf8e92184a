import { regexProblem } from '@mcpgw/agentgateway';
import { get, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { endpointsOf, monitorsOf } from '../objects/monitors.js';
import { integerOf, textOr } from '../objects/objects.js';
import { placed } from '../objects/placed.js';

type Said = readonly [key: string, message: string, suggestion: string, severity?: 'warning'];

const needTarget: ReadonlySet<string> = new Set(['replace', 'hashmod', 'lowercase', 'uppercase', 'keepequal', 'dropequal']);
const onlyRegex: ReadonlySet<string> = new Set(['labeldrop', 'labelkeep']);
const left = 'the operator leaves the whole object out';

function problem(node: Node, ofMetrics: boolean): Said | undefined {
  const action = textOr(node, 'action', 'replace').toLowerCase();
  const regex = text(get(node, 'regex'));
  if (regex !== undefined && regexProblem(regex) !== undefined)
    return ['regex', `"${regex.slice(0, 80)}" is not a regular expression of RE2: ${left}`, 'use the syntax of RE2'];
  if (needTarget.has(action) && textOr(node, 'targetLabel', '') === '')
    return ['action', `the action "${action}" needs "targetLabel": ${left}`, 'add "targetLabel"'];
  if (action === 'hashmod' && (integerOf(get(node, 'modulus')) ?? 0) === 0)
    return ['action', `the action "hashmod" needs "modulus": ${left}`, 'add "modulus"'];
  const stray = onlyRegex.has(action) ? ['sourceLabels', 'targetLabel', 'modulus'].find(key => isGiven(node, key)) : undefined;
  if (stray !== undefined) return [stray, `the action "${action}" takes "regex" only: ${left}`, `remove "${stray}"`];
  const sources = items(get(node, 'sourceLabels')).map(item => text(item) ?? '');
  if (ofMetrics && sources.some(label => label.startsWith('__meta_')))
    return ['sourceLabels', 'labels of discovery are gone when metrics are relabeled', 'move the entry to "relabelings"', 'warning'];
  if (!ofMetrics && sources.includes('__name__'))
    return ['sourceLabels', 'a target has no name of a metric yet', 'move the entry to "metricRelabelings"', 'warning'];
  if (ofMetrics && sources.length === 1 && sources[0] === 'name' && /^\^?\(?[a-z][a-z0-9]*_/.test(regex ?? ''))
    return ['sourceLabels', 'names of metrics are in "__name__"; "name" is a label that few metrics have', 'write __name__', 'warning'];
  if ((action === 'keep' || action === 'drop') && sources.length === 0)
    return ['action', `without "sourceLabels" the action "${action}" concerns everything or nothing`, 'add "sourceLabels"', 'warning'];
  if (!ofMetrics && action === 'labelkeep' && !/__|\.\*/.test(regex ?? '(.*)'))
    return [
      'regex',
      'it removes "__address__" too, and a target without it is not scraped',
      'move the entry to "metricRelabelings"',
      'warning',
    ];
  if (ofMetrics && sources.join() === '__name__' && (action === 'keep' || action === 'drop') && /^\^?[\w:]*_\$?$/.test(regex ?? ''))
    return ['regex', `the whole name has to match, and no metric is called "${regex}"`, `write "${regex}.*"`, 'warning'];
  return action === 'drop' && /^\^?(?:\(\.\*\)|\.\*)\$?$/.test(regex ?? '(.*)')
    ? ['regex', 'every value matches: everything is dropped', 'write the values that are to be dropped', 'warning']
    : undefined;
}

export const monitorRelabeling: Rule = {
  id: 'monitor-relabeling',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The operator leaves the monitor out, or the entry keeps or drops other things than it suggests.',
  docs: {
    checks:
      'Entries of relabelings and metricRelabelings of ServiceMonitors and PodMonitors: the fields that their action needs, regular expressions of RE2. Warnings: labels that do not exist at that step, "name" for the name of a metric, entries that drop everything, an entry that removes the address of targets, and the beginning of a name where the whole name is compared.',
    basedOn: 'The documentation of Prometheus about relabeling, and of the Prometheus operator. No program was run for this rule.',
    fix: 'Give the entry what its action needs; labels of discovery belong to relabelings, names of metrics to metricRelabelings.',
    wrong: `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  endpoints: [{port: metrics, relabelings: [{sourceLabels: [__meta_kubernetes_pod_node_name]}]}]
`,
    correct: `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  endpoints: [{port: metrics, relabelings: [{sourceLabels: [__meta_kubernetes_pod_node_name], targetLabel: node}]}]
`,
  },
  check({ root, report }) {
    for (const monitor of monitorsOf(root))
      for (const endpoint of endpointsOf(monitor))
        for (const key of ['relabelings', 'metricRelabelings'])
          for (const { node, path } of placed(endpoint.node, endpoint.path, key)) {
            const said = problem(node, key === 'metricRelabelings');
            if (said === undefined) continue;
            const [field, message, suggestion, severity] = said;
            report({
              at: get(node, field) ?? node,
              path: [...path, field],
              message,
              suggestion,
              ...(severity === undefined ? {} : { severity }),
            });
          }
  },
};
