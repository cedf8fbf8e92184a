import { given, isGiven, itemsAt, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

export const volumeUnused: ObjectRule = {
  id: 'volume-unused',
  severity: 'info',
  on: ['PodSpec'],
  why: 'A volume that no container mounts is fetched and attached for nobody: the files are not there, and a missing Secret still keeps the pod from starting.',
  check(node, context) {
    const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(kind => itemsAt(node, kind));
    if (containers.length === 0) return;
    const used = new Set(
      containers.flatMap(container => [
        ...itemsAt(container, 'volumeMounts').map(mount => textAt(mount, 'name')),
        ...itemsAt(container, 'volumeDevices').map(device => textAt(device, 'name')),
        // A variable may come from a file of a volume.
        ...itemsAt(container, 'env').map(variable => textAt(given(given(variable, 'valueFrom'), 'fileKeyRef'), 'volumeName')),
      ]),
    );
    for (const [index, volume] of itemsAt(node, 'volumes').entries()) {
      const name = textAt(volume, 'name');
      const isOfNode = isGiven(volume, 'hostPath') || isGiven(volume, 'csi');
      if (name !== '' && !used.has(name) && !isOfNode)
        context.report(
          ['volumes', index, 'name'],
          `no container mounts the volume ${quoted(name)}`,
          'add a volumeMount, or remove the volume',
        );
    }
  },
};
