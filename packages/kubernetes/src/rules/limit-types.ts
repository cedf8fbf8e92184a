import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const limitTypes: ObjectRule = {
  id: 'limit-types',
  severity: 'error',
  on: ['LimitRangeSpec'],
  why: 'Each type occurs once in a limit range.',
  check(node, context) {
    const met = new Set<string>();
    for (const [index, item] of itemsAt(node, 'limits').entries()) {
      const type = textAt(item, 'type');
      if (met.has(type)) context.report(['limits', index, 'type'], `another entry has the type ${type}`);
      met.add(type);
    }
  },
};
