import { nearest } from '@mcpgw/diagnostics';
import type { Node } from '@mcpgw/structure';
import { child, list, str } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';
import { duplicates } from './unique.js';

export const volumeMounts: ObjectRule = {
  id: 'volume-mounts',
  on: ['PodSpec'],
  why: 'a container mounts volumes that its pod has, each path once',
  check(node, context) {
    const volumes = new Set(list(node, 'volumes').map(volume => str(volume, 'name')));
    if (context.kind === 'StatefulSet')
      for (const claim of list(child(context.root, 'spec'), 'volumeClaimTemplates')) volumes.add(str(child(claim, 'metadata'), 'name'));
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of list(node, kind).entries()) checkContainer(container, [kind, index], volumes, context);
  },
};

function checkContainer(container: Node, path: readonly (string | number)[], volumes: ReadonlySet<string>, context: RuleContext): void {
  const mounts = list(container, 'volumeMounts');
  const devices = list(container, 'volumeDevices');
  for (const [key, items] of [
    ['volumeMounts', mounts],
    ['volumeDevices', devices],
  ] as const) {
    for (const [index, item] of items.entries()) {
      const name = str(item, 'name');
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
    mount => str(mount, 'mountPath'),
    (index, place) => context.report([...path, 'volumeMounts', index, 'mountPath'], `something else is mounted at ${place} already`),
  );
}
