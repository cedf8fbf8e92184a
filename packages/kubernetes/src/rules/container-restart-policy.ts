import { given, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const containerRestartPolicy: ObjectRule = {
  id: 'container-restart-policy',
  severity: 'error',
  until: '1.34.0',
  on: ['PodSpec'],
  why: 'Before Kubernetes 1.34 only init containers have a restartPolicy of their own by default.',
  check(node, context) {
    for (const [index, container] of itemsAt(node, 'containers').entries()) {
      if (given(container, 'restartPolicy') !== undefined)
        context.report(
          ['containers', index, 'restartPolicy'],
          'only init containers may have a restartPolicy of their own',
          'set restartPolicy of the pod',
        );
    }
  },
};
