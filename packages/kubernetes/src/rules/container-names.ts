import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const kinds = ['containers', 'initContainers', 'ephemeralContainers'] as const;

export const containerNames: ObjectRule = {
  id: 'container-names',
  severity: 'error',
  on: ['PodSpec'],
  why: 'The containers of a pod, init containers included, have different names.',
  check(node, context) {
    const met = new Set<string>();
    for (const kind of kinds) {
      for (const [index, container] of itemsAt(node, kind).entries()) {
        const name = textAt(container, 'name');
        if (name !== '' && met.has(name)) context.report([kind, index, 'name'], `another container of the pod is called "${name}"`);
        met.add(name);
      }
    }
  },
};
