import { scheduleProblems, secondsBetween } from '@mcpgw/relations/internal';
import { at, get, items, type Rule } from '@mcpgw/structure';
import { isOn, isStatic, numberOf, tell, textOf } from './value-at.js';

export const chartSchedule: Rule = {
  id: 'chart-schedule',
  severity: 'warning',
  kinds: ['values'],
  why: 'A probe or scrape that cannot fail, never runs or runs twice says nothing about the proxy.',
  docs: {
    checks:
      'Probes without a class of failure that counts, schedules that start a probe before the one before it can end, scrapes that take longer than their interval, and metrics that are scraped by two monitors.',
    fix: 'Name the classes of failure, and give each run less time than its interval.',
    wrong: 'global: {agentgateway: {routingMode: static}}\nmetrics: {serviceMonitor: {enabled: true, interval: 10s, scrapeTimeout: 30s}}\n',
    correct:
      'global: {agentgateway: {routingMode: static}}\nmetrics: {serviceMonitor: {enabled: true, interval: 30s, scrapeTimeout: 10s}}\n',
  },
  check(context) {
    const { root } = context;
    if (!isStatic(root)) return;
    const [service, pod] = [at(root, 'metrics', 'serviceMonitor'), at(root, 'metrics', 'podMonitor')];
    for (const [key, monitor] of [
      ['serviceMonitor', service],
      ['podMonitor', pod],
    ] as const) {
      if (!isOn(get(monitor, 'enabled'))) continue;
      const [interval, timeout] = [seconds(textOf(get(monitor, 'interval'))), seconds(textOf(get(monitor, 'scrapeTimeout')))];
      if (interval !== undefined && timeout !== undefined && timeout > interval)
        tell(
          context,
          ['metrics', key, 'scrapeTimeout'],
          `a scrape may take ${timeout} s, longer than the interval of ${interval} s: Prometheus refuses it`,
          'write a shorter time',
          'error',
        );
    }
    if (isOn(get(service, 'enabled')) && isOn(get(pod, 'enabled')))
      tell(
        context,
        ['metrics', 'podMonitor', 'enabled'],
        'every metric is scraped twice: the ServiceMonitor reaches the same pods',
        'turn off one of the two',
      );
    const failOn = at(root, 'probe', 'failOn');
    if (failOn !== undefined && items(failOn).length === 0)
      tell(context, ['probe', 'failOn'], 'the probe never fails', 'name classes of failure: transient, permanent, denied');
    if (!isOn(at(root, 'probe', 'cronJob', 'enabled'))) return;
    const schedule = textOf(at(root, 'probe', 'cronJob', 'schedule'));
    const longest = (numberOf(at(root, 'probe', 'timeoutSeconds')) ?? 10) * (numberOf(at(root, 'probe', 'maxAttempts')) ?? 3);
    const between = secondsBetween(schedule);
    if (between !== undefined && longest >= between)
      tell(
        context,
        ['probe', 'cronJob', 'schedule'],
        `a probe may take ${longest} s, and the next one begins after ${between === 60 ? 'a minute' : `${between} s`}`,
        'write a longer interval, or a shorter timeoutSeconds',
      );
    for (const said of scheduleProblems(schedule))
      tell(context, ['probe', 'cronJob', 'schedule'], said.message, said.suggestion, said.severity);
  },
};

function seconds(written: string): number | undefined {
  const match = /^(\d+)(ms|s|m|h)$/.exec(written);
  return match === null ? undefined : Number(match[1]) * { ms: 0.001, s: 1, m: 60, h: 3600 }[match[2] as 'ms' | 's' | 'm' | 'h'];
}
