import { at, get, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, numberOf, settingsOf, tell, textOf } from './value-at.js';

export const chartScale: Rule = {
  id: 'chart-scale',
  severity: 'warning',
  kinds: ['values'],
  why: 'Replicas, budgets and autoscalers work only together: one value can make all others do nothing or stop a drain of a node forever.',
  docs: {
    checks:
      'No replicas, budgets that allow no or every eviction, an autoscaler without the request that it divides by, and sessions of several proxies without affinity.',
    fix: 'Run at least two replicas beside a budget, and request what the autoscaler measures.',
    wrong: 'global: {agentgateway: {routingMode: static}}\nreplicaCount: 1\npodDisruptionBudget: {enabled: true, minAvailable: 1}\n',
    correct: 'global: {agentgateway: {routingMode: static}}\nreplicaCount: 2\npodDisruptionBudget: {enabled: true, minAvailable: 1}\n',
  },
  check(context) {
    if (isStatic(context.root)) checkProxy(context);
    checkGateway(context);
  },
};

function checkProxy(context: RuleContext): void {
  const { root } = context;
  const scaler = get(root, 'autoscaling');
  const isScaled = isOn(get(scaler, 'enabled'));
  const least = numberOf(isScaled ? get(scaler, 'minReplicas') : get(root, 'replicaCount')) ?? (isScaled ? 2 : 1);
  const most = numberOf(isScaled ? get(scaler, 'maxReplicas') : get(root, 'replicaCount')) ?? (isScaled ? 5 : 1);
  const place = isScaled ? ['autoscaling', 'minReplicas'] : ['replicaCount'];
  if (least === 0) tell(context, place, 'no proxy runs: every request is refused', 'write 1 or more');
  checkBudget(context, ['podDisruptionBudget'], isScaled ? least : most);
  if (isScaled) checkScaler(context, least, most);
  const isStateful = textOf(get(settingsOf(root), 'sessionMode')) !== 'stateless';
  const affinity = textOf(at(root, 'agentgateway', 'service', 'sessionAffinity')) || textOf(at(root, 'service', 'sessionAffinity'));
  if (most > 1 && isStateful && affinity === 'None')
    tell(
      context,
      ['service', 'sessionAffinity'],
      `a session lives in one of ${most} proxies, and each request goes to any of them: the others answer 404`,
      'remove it, or write "sessionMode: stateless"',
    );
  const away = textOf(at(root, 'strategy', 'rollingUpdate', 'maxUnavailable'));
  if (away === '100%' || (numberOf(at(root, 'strategy', 'rollingUpdate', 'maxUnavailable')) ?? 0) >= Math.max(most, 1))
    tell(context, ['strategy', 'rollingUpdate', 'maxUnavailable'], 'a rollout stops all proxies at once', 'write 0, with a maxSurge of 1');
}

function checkScaler(context: RuleContext, least: number, most: number): void {
  const { root } = context;
  if (least === most)
    tell(
      context,
      ['autoscaling', 'maxReplicas'],
      `the autoscaler keeps ${least} replicas: both bounds are the same`,
      'write a larger maxReplicas, or turn it off',
      'info',
    );
  for (const [key, resource] of [
    ['targetCPUUtilizationPercentage', 'cpu'],
    ['targetMemoryUtilizationPercentage', 'memory'],
  ] as const) {
    const target = get(get(root, 'autoscaling'), key);
    const resources = get(root, 'resources');
    if (numberOf(target) === undefined || resources === undefined) continue;
    if (get(get(resources, 'requests'), resource) === undefined && get(get(resources, 'limits'), resource) === undefined)
      tell(
        context,
        ['autoscaling', key],
        `the autoscaler never acts: it divides by resources.requests.${resource}, and there is none`,
        `set resources.requests.${resource}`,
        'error',
      );
    if ((numberOf(target) ?? 1) > 200)
      tell(
        context,
        ['autoscaling', key],
        `${numberOf(target)} % of the request is more than a pod with a limit can use`,
        'write a percentage of the request, such as 80',
      );
  }
}

const percent = (node: Node | undefined, of: number, up: boolean): number | undefined => {
  const match = /^(\d+)%$/.exec(textOf(node));
  if (match === null) return numberOf(node);
  const exact = (Number(match[1]) * of) / 100;
  return up ? Math.ceil(exact) : Math.floor(exact);
};

/** Reports a budget that allows no eviction, or every one. The controller rounds percentages up. */
function checkBudget(context: RuleContext, path: (string | number)[], replicas: number): void {
  const budget = at(context.root, ...path);
  if (!isOn(get(budget, 'enabled'))) return;
  const least = percent(get(budget, 'minAvailable'), replicas, true);
  const away = percent(get(budget, 'maxUnavailable'), replicas, true);
  if (least !== undefined && least >= replicas)
    tell(
      context,
      [...path, 'minAvailable'],
      `of ${replicas} pods ${least} must stay: no node with one of them can be drained`,
      'run more replicas, or write a smaller number',
    );
  else if (least === 0) tell(context, [...path, 'minAvailable'], 'the budget lets every pod be evicted', 'write 1 or more');
  else if (least === undefined && away === 0)
    tell(context, [...path, 'maxUnavailable'], 'no pod may be away: no node with one of them can be drained', 'write 1 or more');
  else if (least === undefined && away !== undefined && away >= replicas)
    tell(context, [...path, 'enabled'], `the budget lets all ${replicas} pods be evicted at once`, 'run more replicas, or turn it off');
}

function checkGateway(context: RuleContext): void {
  const { root } = context;
  const gateway = get(root, 'gateway');
  if (!isOn(get(gateway, 'enabled'))) return;
  const replicas = numberOf(get(gateway, 'replicas')) ?? 1;
  if (replicas === 0) tell(context, ['gateway', 'replicas'], 'no gateway runs, and the proxy routes to it', 'write 1 or more');
  checkBudget(context, ['gateway', 'podDisruptionBudget'], replicas);
  const servers = at(gateway, 'config', 'servers');
  const waiting = servers?.kind === 'map' ? servers.entries.find(({ value }) => textOf(get(value, 'trust_mode')) !== 'auto') : undefined;
  const isKept = textOf(at(gateway, 'redis', 'existingSecret', 'name')) !== '' || isOn(at(gateway, 'persistence', 'enabled'));
  if (waiting !== undefined && !isKept)
    tell(
      context,
      ['gateway', 'persistence', 'enabled'],
      `approvals end with the pod: tools of "${waiting.key}" wait for approval after each restart`,
      'turn on gateway.persistence, or name a Redis',
      'info',
    );
}
