/** ServiceMonitors, PodMonitors and PrometheusRules of the checked file. */
import { get, type Node, type RuleContext } from '@mcpgw/structure';
import { type ObjectView, ofKind } from './objects.js';
import { type PlacedNode, placed } from './placed.js';

const ofGroup = (stream: Node, kind: string): readonly ObjectView[] =>
  ofKind(stream, kind).filter(({ own, group }) => own && group === 'monitoring.coreos.com');

/** The monitors. */
export const monitorsOf = (stream: Node): readonly ObjectView[] => [...ofGroup(stream, 'ServiceMonitor'), ...ofGroup(stream, 'PodMonitor')];

/** The endpoints of a monitor. */
export const endpointsOf = (monitor: ObjectView): PlacedNode[] =>
  placed(monitor.node, [], 'spec', monitor.kind === 'PodMonitor' ? 'podMetricsEndpoints' : 'endpoints');

/** The groups of every PrometheusRule. */
export const monitorGroupsOf = (stream: Node): PlacedNode[] =>
  ofGroup(stream, 'PrometheusRule').flatMap(object => placed(object.node, [], 'spec', 'groups'));

/** The rules of every PrometheusRule. */
export const monitorRulesOf = (stream: Node): PlacedNode[] =>
  monitorGroupsOf(stream).flatMap(group => placed(group.node, group.path, 'rules'));

/** What is wrong at a field of a rule of a PrometheusRule, or at the rule where it has no such field. */
export type MonitorRuleProblem = readonly [
  key: string,
  message: string,
  suggestion: string,
  severity?: 'error' | 'warning' | 'info' | undefined,
];

/** Reports what `problems` finds in each rule of every PrometheusRule. */
export function reportMonitorRules({ root, report }: RuleContext, problems: (rule: Node) => readonly MonitorRuleProblem[]): void {
  for (const rule of monitorRulesOf(root))
    for (const [key, message, suggestion, severity] of problems(rule.node))
      report({
        at: get(rule.node, key) ?? rule.node,
        path: [...rule.path, key],
        message,
        suggestion,
        ...(severity === undefined ? {} : { severity }),
      });
}
