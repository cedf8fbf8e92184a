import { list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const schedulingGates: ObjectRule = {
  id: 'scheduling-gates',
  on: ['PodSpec'],
  why: 'the gates of a pod differ, and a pod with gates waits for the scheduler',
  check(node, context) {
    const gates = list(node, 'schedulingGates');
    duplicates(
      gates,
      gate => str(gate, 'name'),
      (index, name) => context.report(['schedulingGates', index], `another gate is called "${name}"`),
    );
    if (gates.length > 0 && str(node, 'nodeName') !== '' && context.kind === 'Pod')
      context.report(['nodeName'], 'a pod with scheduling gates may not name its node');
  },
};
