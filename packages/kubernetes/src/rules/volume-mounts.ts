import { nearest } from '@mcpgw/diagnostics';
import { given, itemsAt, type Node, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const volumeMounts: ObjectRule = {
  id: 'volume-mounts',
  severity: 'error',
  on: ['PodSpec'],
  why: 'A container mounts volumes that its pod has, each path once.',
  check(node, context) {
    const volumes = new Set(itemsAt(node, 'volumes').map(volume => textAt(volume, 'name')));
    if (context.kind === 'StatefulSet')
      for (const claim of itemsAt(given(context.root, 'spec'), 'volumeClaimTemplates'))
        volumes.add(textAt(given(claim, 'metadata'), 'name'));
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of itemsAt(node, kind).entries()) checkContainer(container, [kind, index], volumes, context);
  },
};

function checkContainer(container: Node, path: readonly (string | number)[], volumes: ReadonlySet<string>, context: ObjectContext): void {
  const mounts = itemsAt(container, 'volumeMounts');
  const devices = itemsAt(container, 'volumeDevices');
  for (const [key, items] of [
    ['volumeMounts', mounts],
    ['volumeDevices', devices],
  ] as const) {
    for (const [index, item] of items.entries()) {
      const name = textAt(item, 'name');
      if (name === '' || volumes.has(name)) continue;
      const near = nearest(name, volumes);
      context.report(
        [...path, key, index, 'name'],
        `the pod has no volume "${name}"`,
        near === undefined ? 'add it to volumes' : `did you mean "${near}"?`,
      );
    }
  }
  duplicates(
    mounts,
    mount => textAt(mount, 'mountPath'),
    (index, place) => context.report([...path, 'volumeMounts', index, 'mountPath'], `something else is mounted at ${place} already`),
  );
}
