import { entriesAt, given, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const replicationSelector: ObjectRule = {
  id: 'replication-selector',
  severity: 'error',
  on: ['ReplicationControllerSpec'],
  why: 'A replication controller selects the pods of its template.',
  check(node, context) {
    const labels = new Map(
      entriesAt(given(given(node, 'template'), 'metadata'), 'labels').map(({ key, value }) => [key, textOrEmpty(value)]),
    );
    const selector = entriesAt(node, 'selector');
    if (selector.length === 0 && labels.size === 0)
      context.report(['selector'], 'a selector is needed, or labels of the template to make it from');
    for (const { key, value } of selector)
      if (labels.get(key) !== textOrEmpty(value))
        context.report(
          ['template', 'metadata', 'labels', key],
          `the template lacks the label ${key}: ${textOrEmpty(value)} that the selector wants`,
        );
  },
};
