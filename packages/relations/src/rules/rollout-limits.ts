import { at, get, type Node, type Rule } from '@mcpgw/structure';
import { percentOf } from '../objects/amounts.js';
import { integerOf, type ObjectView, ofKind } from '../objects/objects.js';
import { containersOf, podsOfObject, scalersOf } from '../objects/pods.js';
import { type Say, sayOf } from '../objects/say.js';

const example = (most: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 4
  strategy: {rollingUpdate: {maxUnavailable: ${most}}}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1"}]}}
`;

function checkUpdate(strategy: Node | undefined, path: string[], replicas: number | undefined, say: Say): void {
  const most = at(strategy, 'rollingUpdate', 'maxUnavailable');
  const count = integerOf(most);
  if ((percentOf(most) ?? 0) >= 100 || (count !== undefined && replicas !== undefined && replicas > 0 && count >= replicas))
    say(
      [...path, 'rollingUpdate', 'maxUnavailable'],
      'all pods are replaced at once: nothing answers until the new ones are ready',
      'write 25%, or 1',
      replicas === 1 ? 'info' : undefined,
    );
  const surge = percentOf(at(strategy, 'rollingUpdate', 'maxSurge'));
  if (surge !== undefined && surge > 100)
    say(
      [...path, 'rollingUpdate', 'maxSurge'],
      `${surge}% is ${surge / 100} times as many new pods as there are replicas: one for each is enough`,
      'write 100% or less',
    );
}

/** A deadline before which no pod can be available. */
function checkDeadline(owner: ObjectView, say: Say): void {
  const spec = get(owner.node, 'spec');
  const least = integerOf(get(spec, 'minReadySeconds')) ?? 0;
  const delays = podsOfObject(owner)
    .flatMap(containersOf)
    .map(({ node }) => integerOf(at(node, 'readinessProbe', 'initialDelaySeconds')) ?? 0);
  const wait = Math.max(0, ...delays) + least;
  const deadline = integerOf(get(spec, 'progressDeadlineSeconds')) ?? 600;
  if (deadline > 0 && wait >= deadline)
    say(
      ['spec', 'progressDeadlineSeconds'],
      `the rollout counts as failed after ${deadline} s, and no pod can be available before ${wait} s`,
      `write more than ${wait}`,
    );
}

export const rolloutLimits: Rule = {
  id: 'rollout-limits',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A rollout stops all pods at once, or counts as failed before its pods can be ready.',
  docs: {
    checks:
      'Rollouts of Deployments, DaemonSets and StatefulSets: `maxUnavailable` below 100% and below the number of replicas (an info for one replica), and `maxSurge` of 100% at most. `progressDeadlineSeconds` (600 unless set) is above the time in which a pod cannot be ready yet: `initialDelaySeconds` of its readiness probe and `minReadySeconds`. An info for `revisionHistoryLimit: 0`, without which no rollout can be undone.',
    basedOn: 'The documentation of Kubernetes about rolling updates. Its controllers were not run for this rule.',
    fix: 'Write 25% or 1 for maxUnavailable, and a deadline of several minutes.',
    wrong: example('100%'),
    correct: example('25%'),
  },
  check({ root, report }) {
    for (const kind of ['Deployment', 'DaemonSet', 'StatefulSet'])
      for (const owner of ofKind(root, kind)) {
        if (!owner.own || owner.group !== 'apps') continue;
        const say = sayOf(report, owner.node);
        const spec = get(owner.node, 'spec');
        const [scaler] = scalersOf(root, owner);
        const fixed = integerOf(get(spec, 'replicas')) ?? (get(spec, 'replicas') === undefined ? 1 : undefined);
        const replicas =
          kind === 'DaemonSet' ? undefined : scaler === undefined ? fixed : integerOf(at(scaler.node, 'spec', 'minReplicas'));
        const key = kind === 'Deployment' ? 'strategy' : 'updateStrategy';
        checkUpdate(get(spec, key), ['spec', key], replicas, say);
        if (integerOf(get(spec, 'revisionHistoryLimit')) === 0)
          say(
            ['spec', 'revisionHistoryLimit'],
            'no earlier version is kept: kubectl rollout undo has nothing to go back to',
            'write 2 or more',
            'info',
          );
        if (kind === 'Deployment') checkDeadline(owner, say);
      }
  },
};
