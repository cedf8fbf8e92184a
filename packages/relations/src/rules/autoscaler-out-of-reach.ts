import type { Path } from '@mcpgw/diagnostics';
import { at, get, isAt, items, type Node, type Rule, text } from '@mcpgw/structure';
import { quantityAt, sumOf } from '../objects/amounts.js';
import { integerOf, type ObjectView, ownOfKind, textOr } from '../objects/objects.js';
import { type PodView, podsOfObject, scaledBy } from '../objects/pods.js';
import { type Say, sayOf } from '../objects/say.js';

const example = (share: number): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: ${share}}}}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1", resources: {requests: {cpu: 500m}, limits: {cpu: 500m}}}]}
`;
/** Processors of a pod that no usual program takes on average. */
const manyCores = 16;

/** The requests or limits of the containers of a pod together; undefined if one has none. */
function total(pod: PodView, key: string, resource: string, container: string | undefined): number | undefined {
  const containers = items(get(pod.spec, 'containers')).filter(node => container === undefined || textOr(node, 'name', '') === container);
  return sumOf(
    containers.map(
      node =>
        quantityAt(at(node, 'resources', key, resource)) ??
        (key === 'requests' ? quantityAt(at(node, 'resources', 'limits', resource)) : undefined),
    ),
  );
}

interface Metric {
  readonly source: Node;
  readonly path: Path;
  readonly resource: string;
  readonly container: string | undefined;
}

const metricsOf = ({ node }: ObjectView): Metric[] =>
  items(at(node, 'spec', 'metrics')).flatMap((metric, index) =>
    ['resource', 'containerResource'].flatMap(key => {
      const source = get(metric, key);
      return source === undefined
        ? []
        : [
            {
              source,
              path: ['spec', 'metrics', index, key, 'target'],
              resource: textOr(source, 'name', ''),
              container: text(get(source, 'container')),
            },
          ];
    }),
  );

function checkMetric({ source, path, resource, container }: Metric, pods: readonly PodView[], say: Say): void {
  const share = integerOf(at(source, 'target', 'averageUtilization'));
  const average = quantityAt(at(source, 'target', 'averageValue'));
  for (const pod of pods) {
    const limit = total(pod, 'limits', resource, container);
    const request = total(pod, 'requests', resource, container);
    if (share !== undefined && limit !== undefined && request !== undefined && request > 0 && share >= (limit / request) * 100) {
      say(
        [...path, 'averageUtilization'],
        `the pods may use ${Math.round((limit / request) * 100)}% of what they request, by their limits: ${share}% is not exceeded, and nothing is scaled up`,
        'write a lower share, such as 80',
      );
      return;
    }
    if (average !== undefined && limit !== undefined && average >= limit) {
      say(
        [...path, 'averageValue'],
        'the limits of the pods lie at or below this average: it is not exceeded, and nothing is scaled up',
        'write less than the limit',
      );
      return;
    }
  }
  if (resource === 'cpu' && average !== undefined && average >= manyCores)
    say([...path, 'averageValue'], `${average} is that many whole processors for each pod`, `write "${average}m"`);
}

export const autoscalerOutOfReach: Rule = {
  id: 'autoscaler-out-of-reach',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The number of pods never grows: the average that is to be exceeded lies above what the pods may use.',
  docs: {
    checks:
      'Targets of HorizontalPodAutoscalers beside the limits of the given pods: a share of the requests or an average that the limits rule out, averages of 16 processors or more, which come from a missing `m`, and `behavior` that disables scaling up. An info where it disables scaling down, and where the workload sets `replicas` too.',
    basedOn: 'The documentation of Kubernetes about HorizontalPodAutoscalers. Its controllers were not run for this rule.',
    fix: 'Write a share such as 80, below the limit divided by the request.',
    wrong: example(120),
    correct: example(80),
  },
  check({ root, report }) {
    for (const scaler of ownOfKind(root, 'HorizontalPodAutoscaler')) {
      const say = sayOf(report, scaler.node);
      const targets = scaledBy(root, scaler);
      const pods = targets.flatMap(podsOfObject);
      for (const metric of metricsOf(scaler)) checkMetric(metric, pods, say);
      for (const target of targets)
        if (target.own && target.kind !== 'DaemonSet' && get(get(target.node, 'spec'), 'replicas') !== undefined)
          say(
            ['spec', 'scaleTargetRef', 'name'],
            `the ${target.kind} sets replicas: each time it is applied, it undoes what the autoscaler did`,
            `remove spec.replicas of the ${target.kind}`,
            'info',
          );
      for (const key of ['scaleUp', 'scaleDown'])
        if (isAt(at(scaler.node, 'spec', 'behavior', key), 'selectPolicy', 'Disabled'))
          say(
            ['spec', 'behavior', key, 'selectPolicy'],
            key === 'scaleUp' ? 'pods are never added' : 'pods that were added stay',
            'write Max, or remove it',
            key === 'scaleUp' ? undefined : 'info',
          );
    }
  },
};
