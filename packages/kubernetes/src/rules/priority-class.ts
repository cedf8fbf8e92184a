import { given, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const highest = 1_000_000_000;

export const priorityClass: ObjectRule = {
  id: 'priority-class',
  severity: 'error',
  on: ['PriorityClass'],
  why: 'Names that start with system- and values above 1000000000 belong to the system.',
  check(node, context) {
    const name = textAt(given(node, 'metadata'), 'name');
    const own = name === 'system-cluster-critical' || name === 'system-node-critical';
    if (name.startsWith('system-') && !own) context.report(['metadata', 'name'], 'names that start with "system-" are kept for the system');
    if (!own && (numberAt(node, 'value') ?? 0) > highest) context.report(['value'], `at most ${highest} is taken`);
  },
};
