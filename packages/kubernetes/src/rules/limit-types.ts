import { list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const limitTypes: ObjectRule = {
  id: 'limit-types',
  on: ['LimitRangeSpec'],
  why: 'each type stands once in a limit range',
  check(node, context) {
    const met = new Set<string>();
    for (const [index, item] of list(node, 'limits').entries()) {
      const type = str(item, 'type');
      if (met.has(type)) context.report(['limits', index, 'type'], `another entry has the type ${type}`);
      met.add(type);
    }
  },
};
