import { child, list, textOf } from '../access.js';
import type { ObjectRule } from './rule.js';

export const matchLabelKeys: ObjectRule = {
  id: 'match-label-keys',
  on: ['TopologySpreadConstraint', 'PodAffinityTerm'],
  why: 'a key of matchLabelKeys needs a selector, and may not stand in mismatchLabelKeys too',
  check(node, context) {
    const keys = list(node, 'matchLabelKeys').map(textOf);
    const others = list(node, 'mismatchLabelKeys').map(textOf);
    for (const key of ['matchLabelKeys', 'mismatchLabelKeys'])
      if (list(node, key).length > 0 && child(node, 'labelSelector') === undefined) context.report([key], `${key} needs a labelSelector`);
    const both = keys.findIndex(key => others.includes(key));
    if (both >= 0) context.report(['matchLabelKeys', both], `"${keys[both]}" stands in mismatchLabelKeys too`);
  },
};
