import { given, numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const autoscalerBounds: ObjectRule = {
  id: 'autoscaler-bounds',
  severity: 'error',
  on: ['HorizontalPodAutoscalerSpec', 'HorizontalPodAutoscalerV1Spec'],
  why: 'minReplicas is at least 1 and does not exceed maxReplicas.',
  check(node, context) {
    const least = numberAt(node, 'minReplicas');
    const most = numberAt(node, 'maxReplicas');
    if (least !== undefined && most !== undefined && least > most)
      context.report(['maxReplicas'], `maxReplicas ${most} lies below minReplicas ${least}`);
    if (least === 0)
      context.report(
        ['minReplicas'],
        'minReplicas must be at least 1',
        'a cluster takes 0 only with the feature gate HPAScaleToZero and an object or external metric',
      );
    for (const key of ['scaleUp', 'scaleDown']) {
      const policies = given(given(given(node, 'behavior'), key), 'policies');
      if (policies?.kind === 'list' && policies.items.length === 0)
        context.report(['behavior', key, 'policies'], 'policies may not be an empty list');
    }
  },
};
