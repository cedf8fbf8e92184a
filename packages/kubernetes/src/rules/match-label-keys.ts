import { entriesAt, given, itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const matchLabelKeys: ObjectRule = {
  id: 'match-label-keys',
  severity: 'error',
  on: ['TopologySpreadConstraint', 'PodAffinityTerm'],
  why: 'A key of matchLabelKeys needs a selector that does not name it, and may not stand in mismatchLabelKeys too.',
  check(node, context) {
    if (context.types.includes('PodAffinityTerm') && context.minor < 31) return;
    const selector = given(node, 'labelSelector');
    const expressions = itemsAt(selector, 'matchExpressions').map(expression => textAt(expression, 'key'));
    const named = new Set([...entriesAt(selector, 'matchLabels').map(({ key }) => key), ...expressions]);
    const fields = ['matchLabelKeys', 'mismatchLabelKeys'];
    for (const field of fields) {
      const keys = itemsAt(node, field).map(textOrEmpty);
      if (keys.length > 0 && selector === undefined) context.report([field], `${field} needs a labelSelector`);
      const at = keys.findIndex(key => named.has(key));
      if (at >= 0 && (field === 'matchLabelKeys' || context.types.includes('PodAffinityTerm')))
        context.report([field, at], `the labelSelector has the key ${keys[at]} already`, 'remove it from one of the two');
    }
    const [keys, others] = fields.map(field => itemsAt(node, field).map(textOrEmpty));
    const both = keys!.findIndex(key => others!.includes(key));
    if (both >= 0) context.report(['matchLabelKeys', both], `"${keys![both]}" stands in mismatchLabelKeys too`);
  },
};
