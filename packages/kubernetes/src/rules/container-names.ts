import { list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const kinds = ['containers', 'initContainers', 'ephemeralContainers'] as const;

export const containerNames: ObjectRule = {
  id: 'container-names',
  on: ['PodSpec'],
  why: 'the containers of a pod, init containers included, have different names',
  check(node, context) {
    const met = new Set<string>();
    for (const kind of kinds) {
      for (const [index, container] of list(node, kind).entries()) {
        const name = str(container, 'name');
        if (name !== '' && met.has(name)) context.report([kind, index, 'name'], `another container of the pod is called "${name}"`);
        met.add(name);
      }
    }
  },
};
