import { num } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const progressDeadline: ObjectRule = {
  id: 'progress-deadline',
  on: ['DeploymentSpec'],
  why: 'a deployment must have more time to progress than a pod to become ready',
  check(node, context) {
    const ready = num(node, 'minReadySeconds') ?? 0;
    const deadline = num(node, 'progressDeadlineSeconds') ?? 600;
    if (deadline <= ready)
      context.report(['progressDeadlineSeconds'], `progressDeadlineSeconds ${deadline} must exceed minReadySeconds ${ready}`);
  },
};
