import { child } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { percentOf } from './percent.js';

export const disruptionBudget: ObjectRule = {
  id: 'disruption-budget',
  on: ['PodDisruptionBudgetSpec'],
  why: 'a budget says what must stay, or what may go, in at most 100 percent',
  check(node, context) {
    if (child(node, 'minAvailable') !== undefined && child(node, 'maxUnavailable') !== undefined)
      context.report(['maxUnavailable'], 'minAvailable and maxUnavailable may not both be set', 'remove one of the two');
    for (const key of ['minAvailable', 'maxUnavailable'])
      if ((percentOf(child(node, key)) ?? 0) > 100) context.report([key], 'more than 100% is refused');
  },
};
