import { list, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const topologyTerms: ObjectRule = {
  id: 'topology-terms',
  on: ['StorageClass'],
  why: 'the terms of allowedTopologies differ',
  check(node, context) {
    for (const [index, term] of list(node, 'allowedTopologies').entries())
      if (list(term, 'matchLabelExpressions').length === 0)
        context.report(['allowedTopologies', index], 'a term needs matchLabelExpressions', 'remove the term to allow every place');
    duplicates(
      list(node, 'allowedTopologies'),
      term => {
        const expressions = list(term, 'matchLabelExpressions');
        return JSON.stringify(expressions.map(item => [str(item, 'key'), ...list(item, 'values').map(textOf).sort()]).sort());
      },
      index => context.report(['allowedTopologies', index], 'another term is the same', 'remove one of the two'),
    );
  },
};
