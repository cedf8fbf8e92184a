import type { Path } from '@mcpgw/diagnostics';
import { at, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { integerOf, type ObjectView, ownOfKind, textOr } from '../objects/objects.js';
import { type PodView, podsOfObject, scaledBy, scalersOf } from '../objects/pods.js';

const notScaled: ReadonlySet<string> = new Set(['DaemonSet', 'Job', 'CronJob', 'Pod', 'Service']);

interface Usage {
  readonly resource: string;
  readonly container: string | undefined;
  readonly node: Node;
  readonly path: Path;
}

/** The metrics that are a share of what the containers request. */
function usagesOf({ node }: ObjectView): Usage[] {
  const old = at(node, 'spec', 'targetCPUUtilizationPercentage');
  const first: Usage[] =
    old === undefined ? [] : [{ resource: 'cpu', container: undefined, node: old, path: ['spec', 'targetCPUUtilizationPercentage'] }];
  const rest = items(at(node, 'spec', 'metrics')).flatMap((metric, index): Usage[] =>
    ['resource', 'containerResource'].flatMap(key => {
      const source = get(metric, key);
      if (at(source, 'target', 'averageUtilization') === undefined) return [];
      const name = get(source, 'name');
      return [
        {
          resource: text(name) ?? '',
          container: text(get(source, 'container')),
          node: name ?? source!,
          path: ['spec', 'metrics', index, key, 'name'],
        },
      ];
    }),
  );
  return [...first, ...rest];
}

/** A request of the pod as a whole, or a limit, which is also the request by default, counts. */
const requests = (node: Node, resource: string): boolean =>
  at(node, 'resources', 'requests', resource) !== undefined || at(node, 'resources', 'limits', resource) !== undefined;

function withoutRequest(pod: PodView, { resource, container }: Usage): string[] {
  if (requests(pod.spec, resource)) return [];
  return items(get(pod.spec, 'containers'))
    .filter(node => (container === undefined || textOr(node, 'name', '') === container) && !requests(node, resource))
    .map(node => textOr(node, 'name', ''));
}

function checkTarget(scaler: ObjectView, target: ObjectView, report: RuleContext['report']): void {
  for (const usage of usagesOf(scaler)) {
    for (const pod of podsOfObject(target)) {
      const names = items(get(pod.spec, 'containers')).map(node => textOr(node, 'name', ''));
      if (usage.container !== undefined && !names.includes(usage.container)) {
        report({
          at: usage.node,
          path: usage.path,
          message: `${target.kind} "${target.name}" has no container "${usage.container}"`,
          suggestion: `its containers: ${names.join(', ')}`,
        });
        continue;
      }
      const missing = withoutRequest(pod, usage);
      if (missing.length === 0) continue;
      report({
        at: usage.node,
        path: usage.path,
        message: `the container ${missing.map(name => `"${name}"`).join(', ')} requests no ${usage.resource}, of which the share is to be measured`,
        suggestion: `set resources.requests.${usage.resource}`,
        // A LimitRange of the namespace may set requests.
        severity: 'warning',
      });
    }
  }
}

export const autoscalerCannotScale: Rule = {
  id: 'autoscaler-cannot-scale',
  severity: 'error',
  kinds: ['manifest'],
  why: 'The autoscaler never changes the number of replicas.',
  docs: {
    checks:
      'Every HorizontalPodAutoscaler with the workload that it scales: whether the kind can be scaled, whether the containers request what is measured as a share, whether named containers exist, whether two autoscalers scale one workload, and whether minReplicas leaves room (info).',
    basedOn: 'The documentation of Kubernetes about HorizontalPodAutoscalers. Its controllers were not run for this rule.',
    fix: 'Set the resource requests, scale a Deployment or StatefulSet, or keep one autoscaler.',
    wrong: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
`,
    correct: `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web, resources: {requests: {cpu: 100m}}}]}
`,
  },
  check({ root, report }) {
    for (const scaler of ownOfKind(root, 'HorizontalPodAutoscaler')) {
      const ref = at(scaler.node, 'spec', 'scaleTargetRef');
      const kind = textOr(ref, 'kind', '');
      const name = textOr(ref, 'name', '');
      if (notScaled.has(kind))
        report({
          at: get(ref, 'kind')!,
          path: ['spec', 'scaleTargetRef', 'kind'],
          message: `a ${kind} has no number of replicas that could be changed`,
          suggestion: 'scale a Deployment or a StatefulSet',
        });
      const [least, most] = [integerOf(at(scaler.node, 'spec', 'minReplicas')) ?? 1, integerOf(at(scaler.node, 'spec', 'maxReplicas'))];
      if (least === most)
        report({
          at: at(scaler.node, 'spec', 'maxReplicas')!,
          path: ['spec', 'maxReplicas'],
          message: `minReplicas and maxReplicas are both ${most}: nothing is scaled`,
          suggestion: 'raise maxReplicas',
          severity: 'info',
        });
      const other = scalersOf(root, { kind, name, namespace: scaler.namespace }).find(each => each.name !== scaler.name);
      if (other !== undefined)
        report({
          at: get(ref, 'name') ?? scaler.node,
          path: ['spec', 'scaleTargetRef', 'name'],
          message: `the autoscaler "${other.name}" scales the ${kind} "${name}" too: neither acts`,
          suggestion: 'put all metrics into one autoscaler',
        });
      for (const target of scaledBy(root, scaler)) checkTarget(scaler, target, report);
    }
  },
};
