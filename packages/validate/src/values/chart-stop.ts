import type { Path } from '@mcpgw/diagnostics';
import { parseGoDuration } from '@mcpgw/mcp-config';
import { probeKeys, probeProblems } from '@mcpgw/relations/internal';
import { at, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, numberOf, tell, textOf } from './value-at.js';

/** Seconds of a duration of the proxy or of the gateway; undefined if it is none. */
const seconds = (written: string): number | undefined => {
  const value = written === '' ? undefined : parseGoDuration(written);
  return value === undefined ? undefined : value / 1000;
};

export const chartStop: Rule = {
  id: 'chart-stop',
  severity: 'warning',
  kinds: ['values'],
  why: 'A pod is killed while it still ends its calls, or although it works: calls in flight fail with each rollout, drain of a node or slow answer.',
  docs: {
    checks:
      'The time that a pod has to stop, beside the time that the proxy (`extraConfig`, `extraEnv`) and the gateway (`timeouts.handover`, `timeouts.drain`) take to end their calls; liveness probes that restart a container after one late answer, and startup probes that end before a program can start.',
    fix: 'Give the pod more time than its calls, and a probe more than one failure.',
    wrong:
      'gateway:\n  enabled: true\n  persistence: {enabled: true}\n  terminationGracePeriodSeconds: 10\n  config: {timeouts: {drain: 1m}, servers: {issues: {url: "http://issues:8000/mcp", trust_mode: auto}}}\n',
    correct:
      'gateway:\n  enabled: true\n  persistence: {enabled: true}\n  terminationGracePeriodSeconds: 90\n  config: {timeouts: {drain: 1m}, servers: {issues: {url: "http://issues:8000/mcp", trust_mode: auto}}}\n',
  },
  check(context) {
    if (isStatic(context.root)) checkProxy(context);
    checkGateway(context);
    for (const path of [[], ...items(get(context.root, 'mcpServers')).map((_, index) => ['mcpServers', index])]) checkProbes(context, path);
  },
};

function checkProxy(context: RuleContext): void {
  const { root } = context;
  const grace = numberOf(get(root, 'terminationGracePeriodSeconds')) ?? 60;
  if (grace < 5)
    tell(
      context,
      ['terminationGracePeriodSeconds'],
      `a pod that stops is killed after ${grace} s: calls in flight fail with each rollout`,
      'write 30 or more',
    );
  const times: [Path, string][] = ['connectionMinTerminationDeadline', 'connectionTerminationDeadline'].map(key => [
    ['extraConfig', key],
    textOf(at(root, 'extraConfig', key)),
  ]);
  for (const [index, variable] of items(get(root, 'extraEnv')).entries()) {
    const [name, value] = [textOf(get(variable, 'name')), textOf(get(variable, 'value'))];
    if (/^CONNECTION_(?:MIN_)?TERMINATION_DEADLINE$/.test(name)) times.push([['extraEnv', index, 'value'], value]);
    if (name === 'TERMINATION_GRACE_PERIOD_SECONDS') times.push([['extraEnv', index, 'value'], `${value}s`]);
  }
  for (const [path, written] of times)
    if ((seconds(written) ?? 0) > grace)
      tell(
        context,
        path,
        `the proxy takes ${written} to end its connections, and the pod is killed after ${grace} s`,
        'raise terminationGracePeriodSeconds',
      );
}

function checkGateway(context: RuleContext): void {
  const gateway = get(context.root, 'gateway');
  if (!isOn(get(gateway, 'enabled'))) return;
  const written = textOf(at(gateway, 'config', 'timeouts', 'drain')) || '20s';
  // The chart's own, for pods that another one replaces.
  const usual = isOn(at(gateway, 'persistence', 'enabled')) ? '0s' : '5s';
  const handover = textOf(at(gateway, 'config', 'timeouts', 'handover')) || usual;
  const grace = numberOf(get(gateway, 'terminationGracePeriodSeconds')) ?? 30;
  if ((seconds(written) ?? 0) + (seconds(handover) ?? 0) >= grace)
    tell(
      context,
      ['gateway', 'terminationGracePeriodSeconds'],
      `the pod is killed after ${grace} s, before timeouts.handover (${handover}) and timeouts.drain (${written}) have passed`,
      'write a longer time than both together',
    );
}

function checkProbes(context: RuleContext, path: Path): void {
  for (const probe of probeKeys) {
    const node = at(context.root, ...path, probe);
    if (node?.kind !== 'map') continue;
    for (const { key, message, suggestion, severity } of probeProblems(probe, name => numberOf(get(node, name))))
      tell(context, [...path, probe, key], message, suggestion, severity);
  }
}
