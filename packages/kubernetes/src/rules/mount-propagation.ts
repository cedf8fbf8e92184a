import { given, isAt, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const mountPropagation: ObjectRule = {
  id: 'mount-propagation',
  severity: 'error',
  on: ['Container'],
  why: 'Only a privileged container may pass its mounts on to the host.',
  check(node, context) {
    if (isAt(given(node, 'securityContext'), 'privileged', true)) return;
    for (const [index, mount] of itemsAt(node, 'volumeMounts').entries()) {
      if (isAt(mount, 'mountPropagation', 'Bidirectional'))
        context.report(['volumeMounts', index, 'mountPropagation'], 'Bidirectional needs a privileged container');
    }
  },
};
