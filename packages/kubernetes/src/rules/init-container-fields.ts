import { child, is, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const forbidden = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

export const initContainerFields: ObjectRule = {
  id: 'init-container-fields',
  on: ['PodSpec'],
  why: 'probes and lifecycle belong to init containers that keep running only',
  check(node, context) {
    for (const [index, container] of list(node, 'initContainers').entries()) {
      if (is(container, 'restartPolicy', 'Always')) continue;
      for (const key of forbidden) {
        if (child(container, key) !== undefined)
          context.report(['initContainers', index, key], `an init container may have ${key} only with restartPolicy Always`);
      }
      if (context.minor < 34 && child(container, 'restartPolicy') !== undefined)
        context.report(['initContainers', index, 'restartPolicy'], 'the restartPolicy of an init container can only be Always');
    }
  },
};
