import { at, isAt, type Node, type Rule } from '@mcpgw/structure';
import { integerOf, ofKind } from '../objects/objects.js';
import { scalersOf } from '../objects/pods.js';
import { type Say, sayOf } from '../objects/say.js';

const example = (paused: boolean): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  paused: ${paused}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1"}]}}
`;

function checkJob(node: Node, kind: string, say: Say): void {
  const path = kind === 'Job' ? ['spec'] : ['spec', 'jobTemplate', 'spec'];
  if (integerOf(at(node, ...path, 'parallelism')) === 0) say([...path, 'parallelism'], 'the Job never makes a pod', 'write 1');
  if (integerOf(at(node, ...path, 'completions')) === 0)
    say([...path, 'completions'], 'the Job is complete before a pod has run', 'write 1');
  for (const place of kind === 'Job' ? [path] : [path, ['spec']])
    if (isAt(at(node, ...place), 'suspend', true))
      say([...place, 'suspend'], 'nothing runs until somebody sets suspend to false', 'remove suspend', 'info');
}

export const workloadIdle: Rule = {
  id: 'workload-idle',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The API server takes the workload, and its controller makes no pods, or never replaces them.',
  docs: {
    checks:
      'Deployments that are paused, Jobs whose `parallelism` or `completions` is 0, and an info for Jobs and CronJobs that are suspended and for StatefulSets whose `partition` is not below the number of replicas, so that no pod is updated.',
    seen: 'Kubernetes 1.34.2: a paused Deployment that is new gets no ReplicaSet.',
    fix: 'Remove the field, unless somebody starts the workload later.',
    wrong: example(true),
    correct: example(false),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Deployment'))
      if (own && isAt(at(node, 'spec'), 'paused', true))
        sayOf(report, node)(
          ['spec', 'paused'],
          'a paused Deployment rolls nothing out: a new one has no pods, and a changed one keeps the old',
          'remove paused',
        );
    for (const kind of ['Job', 'CronJob'])
      for (const { node, own } of ofKind(root, kind)) {
        if (!own) continue;
        checkJob(node, kind, sayOf(report, node));
      }
    for (const set of ofKind(root, 'StatefulSet')) {
      const partition = integerOf(at(set.node, 'spec', 'updateStrategy', 'rollingUpdate', 'partition')) ?? 0;
      const replicas = integerOf(at(set.node, 'spec', 'replicas')) ?? 1;
      if (set.own && partition > 0 && partition >= replicas && scalersOf(root, set).length === 0)
        sayOf(report, set.node)(
          ['spec', 'updateStrategy', 'rollingUpdate', 'partition'],
          `pods below number ${partition} keep their old version, and there are ${replicas}: no change arrives`,
          'write 0, or a number below replicas',
          'info',
        );
    }
  },
};
