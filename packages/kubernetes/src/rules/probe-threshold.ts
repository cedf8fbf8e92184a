import { given, numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const probeThreshold: ObjectRule = {
  id: 'probe-threshold',
  severity: 'error',
  on: ['Container'],
  why: 'One success is enough for a liveness or startup probe; a readiness probe ends no pod.',
  check(node, context) {
    for (const key of ['livenessProbe', 'startupProbe']) {
      const threshold = numberAt(given(node, key), 'successThreshold') ?? 1;
      if (threshold > 1) context.report([key, 'successThreshold'], `successThreshold of a ${key} must be 1, found ${threshold}`);
    }
    if (given(given(node, 'readinessProbe'), 'terminationGracePeriodSeconds') !== undefined)
      context.report(['readinessProbe', 'terminationGracePeriodSeconds'], 'a readiness probe may not have terminationGracePeriodSeconds');
  },
};
