import { at, entry, get, type Node, type Rule } from '@mcpgw/structure';
import { percentOf, sumOf } from '../objects/amounts.js';
import { integerOf, type ObjectView, ownOfKind, writtenOf } from '../objects/objects.js';
import { isServer, type PodView, podsIn, replicasOf } from '../objects/pods.js';
import { isEmptySelector, selectorTest } from '../objects/selectors.js';
import { hasOperators } from '../table/lookup.js';

/** A count, or the share of a total, rounded up as the disruption controller does. */
function amount(node: Node | undefined, total: number): number | undefined {
  const percent = percentOf(node);
  return percent === undefined ? integerOf(node) : Math.ceil((percent * total) / 100);
}

/**
 * The field that keeps every pod from being evicted; undefined if some pod may be. A budget without a number permits none: the
 * disruption controller expects 0 pods then (pkg/controller/disruption/disruption.go, getExpectedPodCount).
 */
function blocker(spec: Node | undefined, total: number | undefined): 'maxUnavailable' | 'minAvailable' | 'spec' | undefined {
  const most = get(spec, 'maxUnavailable');
  if (most !== undefined && amount(most, total ?? 100) === 0) return 'maxUnavailable';
  const least = get(spec, 'minAvailable');
  if (least === undefined) return most === undefined && spec !== undefined ? 'spec' : undefined;
  if (writtenOf(least) === '100%') return 'minAvailable';
  return total !== undefined && total > 0 && amount(least, total)! >= total ? 'minAvailable' : undefined;
}

function podsOfBudget(stream: Node, budget: ObjectView): readonly PodView[] {
  const fits = selectorTest(at(budget.node, 'spec', 'selector'));
  return podsIn(stream, budget.namespace, pod => isServer(pod) && fits(pod.labels));
}

export const disruptionBudgetBlocks: Rule = {
  id: 'disruption-budget-blocks',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A budget that permits no eviction keeps nodes from being drained; one that selects no pod protects nothing.',
  docs: {
    checks:
      'Every PodDisruptionBudget, with the workloads that it selects: whether the number of replicas, or the most that an autoscaler makes of it, leaves a pod that may be evicted, whether it has a number at all, and whether it selects a workload at all.',
    seen: 'Kubernetes 1.34.2: the API server answers 429 to the eviction of the only pod; of two pods it lets one go.',
    fix: 'Let one pod be evicted: maxUnavailable: 1, or fewer pods in minAvailable than there are replicas.',
    wrong: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
`,
    correct: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: web}]}
`,
  },
  check({ root, report }) {
    for (const budget of ownOfKind(root, 'PodDisruptionBudget')) {
      const spec = at(budget.node, 'spec');
      const pods = podsOfBudget(root, budget);
      const count = sumOf(pods.map(pod => replicasOf(root, pod)));
      const key = blocker(spec, count);
      if (key !== undefined) {
        report({
          at: get(spec, key) ?? spec!,
          path: key === 'spec' ? ['spec'] : ['spec', key],
          message:
            key === 'spec'
              ? 'without minAvailable and maxUnavailable the budget permits no eviction'
              : `the budget permits no eviction${count === undefined ? '' : `: there ${count === 1 ? 'is 1 replica' : `are ${count} replicas`}`}`,
          suggestion: 'write maxUnavailable: 1, or add a replica',
        });
      }
      const selector = get(spec, 'selector');
      if (pods.length > 0 || selector === undefined || isEmptySelector(selector)) continue;
      if (podsIn(root, budget.namespace, isServer).length === 0) continue;
      report({
        at: entry(spec, 'selector')!.keySpan,
        path: ['spec', 'selector'],
        message: 'the budget selects no pod of the given workloads',
        suggestion: 'write the labels of the pod template',
        ...(hasOperators(root) ? { severity: 'info' } : {}),
      });
    }
  },
};
