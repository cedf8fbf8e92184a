import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const schedulingGates: ObjectRule = {
  id: 'scheduling-gates',
  severity: 'error',
  on: ['PodSpec'],
  why: 'The gates of a pod differ, and a pod with gates waits for the scheduler.',
  check(node, context) {
    const gates = itemsAt(node, 'schedulingGates');
    duplicates(
      gates,
      gate => textAt(gate, 'name'),
      (index, name) => context.report(['schedulingGates', index], `another gate is called "${name}"`),
    );
    if (gates.length > 0 && textAt(node, 'nodeName') !== '' && context.kind === 'Pod')
      context.report(['nodeName'], 'a pod with scheduling gates may not name its node');
  },
};
