import { list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const ephemeralContainers: ObjectRule = {
  id: 'ephemeral-containers',
  on: ['PodSpec'],
  why: 'ephemeral containers are added to a pod that runs, by kubectl debug',
  check(node, context) {
    if (list(node, 'ephemeralContainers').length > 0)
      context.report(
        ['ephemeralContainers'],
        'a pod cannot be made with ephemeral containers',
        'move them to containers or initContainers',
      );
  },
};
