import { child, list, pairs, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const matchLabelKeys: ObjectRule = {
  id: 'match-label-keys',
  on: ['TopologySpreadConstraint', 'PodAffinityTerm'],
  why: 'a key of matchLabelKeys needs a selector that does not name it, and may not stand in mismatchLabelKeys too',
  check(node, context) {
    if (context.types.includes('PodAffinityTerm') && context.minor < 31) return;
    const selector = child(node, 'labelSelector');
    const expressions = list(selector, 'matchExpressions').map(expression => str(expression, 'key'));
    const named = new Set([...pairs(selector, 'matchLabels').map(({ key }) => key), ...expressions]);
    const fields = ['matchLabelKeys', 'mismatchLabelKeys'];
    for (const field of fields) {
      const keys = list(node, field).map(textOf);
      if (keys.length > 0 && selector === undefined) context.report([field], `${field} needs a labelSelector`);
      const at = keys.findIndex(key => named.has(key));
      if (at >= 0 && (field === 'matchLabelKeys' || context.types.includes('PodAffinityTerm')))
        context.report([field, at], `the labelSelector has the key ${keys[at]} already`, 'remove it from one of the two');
    }
    const [keys, others] = fields.map(field => list(node, field).map(textOf));
    const both = keys!.findIndex(key => others!.includes(key));
    if (both >= 0) context.report(['matchLabelKeys', both], `"${keys![both]}" stands in mismatchLabelKeys too`);
  },
};
