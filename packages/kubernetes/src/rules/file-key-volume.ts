import { child, list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const fileKeyVolume: ObjectRule = {
  id: 'file-key-volume',
  on: ['PodSpec'],
  why: 'a variable comes from a file that another container of the pod writes to an empty directory',
  check(node, context) {
    if (context.minor < 35) return;
    const volumes = new Map(list(node, 'volumes').map(volume => [str(volume, 'name'), volume]));
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of list(node, kind).entries())
        for (const [at, variable] of list(container, 'env').entries()) {
          const file = child(child(variable, 'valueFrom'), 'fileKeyRef');
          const name = str(file, 'volumeName');
          if (name === '' || child(volumes.get(name), 'emptyDir') !== undefined) continue;
          const message = volumes.has(name) ? `the volume "${name}" is no emptyDir` : `the pod has no volume "${name}"`;
          context.report([kind, index, 'env', at, 'valueFrom', 'fileKeyRef', 'volumeName'], message);
        }
  },
};
