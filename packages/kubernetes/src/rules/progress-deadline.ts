import { numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const progressDeadline: ObjectRule = {
  id: 'progress-deadline',
  severity: 'error',
  on: ['DeploymentSpec'],
  why: 'A deployment must have more time to progress than a pod to become ready.',
  check(node, context) {
    const ready = numberAt(node, 'minReadySeconds') ?? 0;
    const deadline = numberAt(node, 'progressDeadlineSeconds') ?? 600;
    if (deadline <= ready)
      context.report(['progressDeadlineSeconds'], `progressDeadlineSeconds ${deadline} must exceed minReadySeconds ${ready}`);
  },
};
