import { child, is, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const procMount: ObjectRule = {
  id: 'proc-mount',
  on: ['PodSpec'],
  why: 'an unmasked /proc is safe only where the users of the pod are not those of the host',
  check(node, context) {
    if (is(node, 'hostUsers', false)) return;
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of list(node, kind).entries())
        if (is(child(container, 'securityContext'), 'procMount', 'Unmasked'))
          context.report([kind, index, 'securityContext', 'procMount'], 'Unmasked needs hostUsers: false');
  },
};
