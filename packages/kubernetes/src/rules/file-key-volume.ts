import { given, itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const fileKeyVolume: ObjectRule = {
  id: 'file-key-volume',
  severity: 'error',
  since: '1.35.0',
  on: ['PodSpec'],
  why: 'A variable comes from a file that another container of the pod writes to an empty directory.',
  check(node, context) {
    const volumes = new Map(itemsAt(node, 'volumes').map(volume => [textAt(volume, 'name'), volume]));
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of itemsAt(node, kind).entries())
        for (const [at, variable] of itemsAt(container, 'env').entries()) {
          const file = given(given(variable, 'valueFrom'), 'fileKeyRef');
          const name = textAt(file, 'volumeName');
          if (name === '' || given(volumes.get(name), 'emptyDir') !== undefined) continue;
          const message = volumes.has(name) ? `the volume "${name}" is not an emptyDir` : `the pod has no volume "${name}"`;
          context.report([kind, index, 'env', at, 'valueFrom', 'fileKeyRef', 'volumeName'], message);
        }
  },
};
