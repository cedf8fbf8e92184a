import { given, isAt, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const forbidden = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

export const initContainerFields: ObjectRule = {
  id: 'init-container-fields',
  severity: 'error',
  on: ['PodSpec'],
  why: 'Probes and lifecycle belong to init containers that keep running only.',
  check(node, context) {
    for (const [index, container] of itemsAt(node, 'initContainers').entries()) {
      if (isAt(container, 'restartPolicy', 'Always')) continue;
      for (const key of forbidden) {
        if (given(container, key) !== undefined)
          context.report(['initContainers', index, key], `an init container may have ${key} only with restartPolicy Always`);
      }
      if (context.minor < 34 && given(container, 'restartPolicy') !== undefined)
        context.report(['initContainers', index, 'restartPolicy'], 'the restartPolicy of an init container can only be Always');
    }
  },
};
