import { child, pairs, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const replicationSelector: ObjectRule = {
  id: 'replication-selector',
  on: ['ReplicationControllerSpec'],
  why: 'a replication controller selects the pods of its template',
  check(node, context) {
    const labels = new Map(pairs(child(child(node, 'template'), 'metadata'), 'labels').map(({ key, value }) => [key, textOf(value)]));
    const selector = pairs(node, 'selector');
    if (selector.length === 0 && labels.size === 0)
      context.report(['selector'], 'a selector is needed, or labels of the template to make it from');
    for (const { key, value } of selector)
      if (labels.get(key) !== textOf(value))
        context.report(
          ['template', 'metadata', 'labels', key],
          `the template lacks the label ${key}: ${textOf(value)} that the selector wants`,
        );
  },
};
