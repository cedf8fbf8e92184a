import { child, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const containerRestartPolicy: ObjectRule = {
  id: 'container-restart-policy',
  on: ['PodSpec'],
  why: 'before Kubernetes 1.34 only init containers have a restartPolicy of their own by default',
  check(node, context) {
    if (context.minor >= 34) return;
    for (const [index, container] of list(node, 'containers').entries()) {
      if (child(container, 'restartPolicy') !== undefined)
        context.report(
          ['containers', index, 'restartPolicy'],
          'only init containers may have a restartPolicy of their own',
          'set restartPolicy of the pod',
        );
    }
  },
};
