import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const resizePolicy: ObjectRule = {
  id: 'resize-policy',
  severity: 'error',
  on: ['PodSpec'],
  why: 'Each resource has one policy, and a pod that never restarts cannot restart a container to resize it.',
  check(node, context) {
    const never = textAt(node, 'restartPolicy') === 'Never';
    for (const kind of ['containers', 'initContainers']) {
      for (const [index, container] of itemsAt(node, kind).entries()) {
        const policies = itemsAt(container, 'resizePolicy');
        const path = [kind, index, 'resizePolicy'];
        duplicates(
          policies,
          item => textAt(item, 'resourceName'),
          (at, name) => context.report([...path, at], `another policy is about ${name}`),
        );
        for (const [at, item] of policies.entries())
          if (never && textAt(item, 'restartPolicy') === 'RestartContainer')
            context.report([...path, at, 'restartPolicy'], 'with restartPolicy Never of the pod, it must be NotRequired');
      }
    }
  },
};
