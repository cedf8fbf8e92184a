import { child, list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const topologySpread: ObjectRule = {
  id: 'topology-spread',
  on: ['PodSpec'],
  why: 'constraints differ in topologyKey or whenUnsatisfiable; minDomains goes with DoNotSchedule',
  check(node, context) {
    const constraints = list(node, 'topologySpreadConstraints');
    duplicates(
      constraints,
      item => `${str(item, 'topologyKey')} ${str(item, 'whenUnsatisfiable')}`,
      index => context.report(['topologySpreadConstraints', index], 'another constraint has the same topologyKey and whenUnsatisfiable'),
    );
    for (const [index, item] of constraints.entries()) {
      if (child(item, 'minDomains') !== undefined && str(item, 'whenUnsatisfiable') !== 'DoNotSchedule')
        context.report(['topologySpreadConstraints', index, 'minDomains'], 'minDomains goes with whenUnsatisfiable: DoNotSchedule only');
    }
  },
};
