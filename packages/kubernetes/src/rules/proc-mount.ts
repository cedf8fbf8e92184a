import { given, isAt, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const procMount: ObjectRule = {
  id: 'proc-mount',
  severity: 'error',
  on: ['PodSpec'],
  why: 'An unmasked /proc is safe only where the users of the pod are not those of the host.',
  check(node, context) {
    if (isAt(node, 'hostUsers', false)) return;
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of itemsAt(node, kind).entries())
        if (isAt(given(container, 'securityContext'), 'procMount', 'Unmasked'))
          context.report([kind, index, 'securityContext', 'procMount'], 'Unmasked needs hostUsers: false');
  },
};
