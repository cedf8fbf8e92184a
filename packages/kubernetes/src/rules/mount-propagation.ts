import { child, is, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const mountPropagation: ObjectRule = {
  id: 'mount-propagation',
  on: ['Container'],
  why: 'only a privileged container may pass its mounts on to the host',
  check(node, context) {
    if (is(child(node, 'securityContext'), 'privileged', true)) return;
    for (const [index, mount] of list(node, 'volumeMounts').entries()) {
      if (is(mount, 'mountPropagation', 'Bidirectional'))
        context.report(['volumeMounts', index, 'mountPropagation'], 'Bidirectional needs a privileged container');
    }
  },
};
