import { prometheusMilliseconds } from '@mcpgw/custom-resources';
import { get, type Rule, text } from '@mcpgw/structure';
import { endpointsOf, monitorGroupsOf, monitorsOf } from '../objects/monitors.js';
import { integerOf } from '../objects/objects.js';
import { placed } from '../objects/placed.js';

const example = (interval: string): string => `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: web}
spec: {selector: {matchLabels: {app: web}}, endpoints: [{port: http, interval: ${interval}}]}
`;
/** How long Prometheus takes the last sample of a series as its value, unless it is told another time. */
const lookback = 300_000;

export const monitorTimes: Rule = {
  id: 'monitor-times',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'Prometheus forgets a value after 5 minutes, and looks at a rule once per interval: between them there is nothing to compare.',
  docs: {
    checks:
      'Intervals of monitors, and of groups with recorded series, are 5 minutes at most, which is how long Prometheus keeps a value (unless `--query.lookback-delta` says otherwise); the `for` of an alert is not shorter than the interval of its group. An info for a group that fails as soon as a second alert fires (`limit: 1`).',
    basedOn: 'The documentation of Prometheus about staleness and intervals of rules. No program was run for this rule.',
    fix: 'Write an interval of 30s or 1m.',
    wrong: example('1h'),
    correct: example('1m'),
  },
  check({ root, report }) {
    for (const monitor of monitorsOf(root))
      for (const { node, path } of endpointsOf(monitor)) {
        const interval = get(node, 'interval');
        if ((prometheusMilliseconds(text(interval)) ?? 0) > lookback)
          report({
            at: interval!,
            path: [...path, 'interval'],
            message: `Prometheus forgets a value after 5 minutes, and the next one comes after ${text(interval)}: alerts and graphs have gaps`,
            suggestion: 'write 1m, or 5m at most',
          });
      }
    for (const { node, path } of monitorGroupsOf(root)) {
      const interval = get(node, 'interval');
      const between = prometheusMilliseconds(text(interval)) ?? 0;
      const rules = placed(node, path, 'rules');
      if (between > lookback && rules.some(rule => (text(get(rule.node, 'record')) ?? '') !== ''))
        report({
          at: interval!,
          path: [...path, 'interval'],
          message: `a recorded value is forgotten after 5 minutes, and the next one comes after ${text(interval)}`,
          suggestion: 'write 5m at most',
        });
      for (const rule of rules) {
        const waits = prometheusMilliseconds(text(get(rule.node, 'for'))) ?? 0;
        if (waits > 0 && waits < between)
          report({
            at: get(rule.node, 'for')!,
            path: [...rule.path, 'for'],
            message: `the group is evaluated every ${text(interval)}: the alert fires after that time, and not after ${text(get(rule.node, 'for'))}`,
            suggestion: 'write a shorter interval, or the same time',
          });
      }
      if (integerOf(get(node, 'limit')) === 1 && rules.some(rule => (text(get(rule.node, 'alert')) ?? '') !== ''))
        report({
          at: get(node, 'limit')!,
          path: [...path, 'limit'],
          message: 'with a second alert at once the rule fails, and none fires',
          suggestion: 'remove the limit, or raise it',
          severity: 'info',
        });
    }
  },
};
