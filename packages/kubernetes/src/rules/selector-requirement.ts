import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const selectorRequirement: ObjectRule = {
  id: 'selector-requirement',
  severity: 'error',
  on: ['LabelSelectorRequirement', 'NodeSelectorRequirement', 'ScopedResourceSelectorRequirement'],
  why: 'In and NotIn need values, Exists and DoesNotExist take none, Gt and Lt take one number.',
  check(node, context) {
    const operator = textAt(node, 'operator');
    const count = itemsAt(node, 'values').length;
    if ((operator === 'In' || operator === 'NotIn') && count === 0) context.report(['values'], `the operator ${operator} needs values`);
    if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0)
      context.report(['values'], `the operator ${operator} takes no values`, 'remove the values, or use In');
    if ((operator === 'Gt' || operator === 'Lt') && count !== 1)
      context.report(['values'], `the operator ${operator} takes one value, found ${count}`);
  },
};
