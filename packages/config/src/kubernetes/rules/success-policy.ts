import { list, present } from '../access.js';
import type { ObjectRule } from './rule.js';

export const successPolicy: ObjectRule = {
  id: 'success-policy',
  on: ['SuccessPolicy'],
  why: 'a rule of success names indexes or a count',
  check(node, context) {
    for (const [index, rule] of list(node, 'rules').entries()) {
      if (rule.kind === 'map' && present(rule, ['succeededCount', 'succeededIndexes']).length === 0)
        context.report(['rules', index], 'a rule needs succeededCount or succeededIndexes');
    }
  },
};
