import { given, itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const topologySpread: ObjectRule = {
  id: 'topology-spread',
  severity: 'error',
  on: ['PodSpec'],
  why: 'Constraints differ in topologyKey or whenUnsatisfiable; minDomains goes with DoNotSchedule.',
  check(node, context) {
    const constraints = itemsAt(node, 'topologySpreadConstraints');
    duplicates(
      constraints,
      item => `${textAt(item, 'topologyKey')} ${textAt(item, 'whenUnsatisfiable')}`,
      index => context.report(['topologySpreadConstraints', index], 'another constraint has the same topologyKey and whenUnsatisfiable'),
    );
    for (const [index, item] of constraints.entries()) {
      if (given(item, 'minDomains') !== undefined && textAt(item, 'whenUnsatisfiable') !== 'DoNotSchedule')
        context.report(['topologySpreadConstraints', index, 'minDomains'], 'minDomains goes with whenUnsatisfiable: DoNotSchedule only');
    }
  },
};
