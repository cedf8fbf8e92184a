import { at, get, type Rule } from '@mcpgw/structure';
import { percentOf } from '../objects/amounts.js';
import { integerOf, ofKindIn, ownOfKind } from '../objects/objects.js';
import { isServer, podsIn } from '../objects/pods.js';
import { sayOf } from '../objects/say.js';
import { selectorTest } from '../objects/selectors.js';

const example = (budget: string): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {${budget}, selector: {matchLabels: {app: web}}}
`;

export const disruptionBudgetInert: Rule = {
  id: 'disruption-budget-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The budget protects no pod, or contradicts another one, so that pods are never evicted.',
  docs: {
    checks:
      'Budgets of `maxUnavailable: 100%` or `minAvailable: 0`, which permit every eviction, and pods that two budgets select: the API server then refuses to evict them (an error).',
    seen: 'Kubernetes 1.34.2: both pods of a Deployment are evicted, one after the other; with `maxUnavailable: 1` the second eviction gets 429.',
    fix: 'Write maxUnavailable: 1, and one budget for each workload.',
    wrong: example('maxUnavailable: 100%'),
    correct: example('maxUnavailable: 1'),
  },
  check({ root, report }) {
    for (const budget of ownOfKind(root, 'PodDisruptionBudget')) {
      const say = sayOf(report, budget.node);
      const [most, least] = ['maxUnavailable', 'minAvailable'].map(key => at(budget.node, 'spec', key));
      if ((percentOf(most) ?? 0) >= 100)
        say(['spec', 'maxUnavailable'], 'all pods may be evicted at once: the budget protects none', 'write 1, or 50%');
      if (integerOf(least) === 0 || percentOf(least) === 0)
        say(['spec', 'minAvailable'], 'no pod has to stay: the budget protects none', 'write maxUnavailable: 1');
      const selector = get(get(budget.node, 'spec'), 'selector');
      if (selector === undefined) continue;
      const fits = selectorTest(selector);
      const others = ofKindIn(root, 'PodDisruptionBudget', budget.namespace).filter(
        other => other.name !== budget.name && at(other.node, 'spec', 'selector') !== undefined,
      );
      if (others.length === 0) continue;
      const pods = podsIn(root, budget.namespace, pod => isServer(pod) && fits(pod.labels));
      const other = others.find(each => {
        const too = selectorTest(at(each.node, 'spec', 'selector'));
        return pods.some(pod => too(pod.labels));
      });
      if (other !== undefined)
        say(
          ['spec', 'selector'],
          `the budget "${other.name}" selects the same pods: the API server evicts no pod that has two budgets`,
          'keep one of the budgets',
          'error',
        );
    }
  },
};
