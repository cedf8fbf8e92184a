import { itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const topologyTerms: ObjectRule = {
  id: 'topology-terms',
  severity: 'error',
  on: ['StorageClass'],
  why: 'The terms of allowedTopologies differ.',
  check(node, context) {
    for (const [index, term] of itemsAt(node, 'allowedTopologies').entries())
      if (itemsAt(term, 'matchLabelExpressions').length === 0)
        context.report(['allowedTopologies', index], 'a term needs matchLabelExpressions', 'remove the term to allow every place');
    duplicates(
      itemsAt(node, 'allowedTopologies'),
      term => {
        const expressions = itemsAt(term, 'matchLabelExpressions');
        return JSON.stringify(expressions.map(item => [textAt(item, 'key'), ...itemsAt(item, 'values').map(textOrEmpty).sort()]).sort());
      },
      index => context.report(['allowedTopologies', index], 'another term is the same', 'remove one of the two'),
    );
  },
};
