import { itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const ephemeralContainers: ObjectRule = {
  id: 'ephemeral-containers',
  severity: 'error',
  on: ['PodSpec'],
  why: 'Ephemeral containers are added to a pod that runs, by kubectl debug.',
  check(node, context) {
    if (itemsAt(node, 'ephemeralContainers').length > 0)
      context.report(
        ['ephemeralContainers'],
        'a pod cannot be made with ephemeral containers',
        'move them to containers or initContainers',
      );
  },
};
