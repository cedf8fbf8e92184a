import { child, list } from '../access.js';
import type { ObjectRule } from './rule.js';

export const nodeFieldSelector: ObjectRule = {
  id: 'node-field-selector',
  on: ['NodeSelectorTerm'],
  why: 'matchFields takes metadata.name with one value',
  check(node, context) {
    for (const [index, field] of list(node, 'matchFields').entries()) {
      const key = child(field, 'key');
      if (key?.kind === 'scalar' && key.value !== 'metadata.name')
        context.report(['matchFields', index, 'key'], 'matchFields knows only metadata.name', 'use matchExpressions for labels');
      if (list(field, 'values').length > 1) context.report(['matchFields', index, 'values'], 'metadata.name takes one value');
    }
  },
};
