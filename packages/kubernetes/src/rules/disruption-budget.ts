import { given } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { percentOf } from './percent.js';

export const disruptionBudget: ObjectRule = {
  id: 'disruption-budget',
  severity: 'error',
  on: ['PodDisruptionBudgetSpec'],
  why: 'A budget says what must stay, or what may go, in at most 100 percent.',
  check(node, context) {
    if (given(node, 'minAvailable') !== undefined && given(node, 'maxUnavailable') !== undefined)
      context.report(['maxUnavailable'], 'minAvailable and maxUnavailable may not both be set', 'remove one of the two');
    for (const key of ['minAvailable', 'maxUnavailable'])
      if ((percentOf(given(node, key)) ?? 0) > 100) context.report([key], 'more than 100% is refused');
  },
};
