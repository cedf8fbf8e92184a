import { itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const volumeDevices: ObjectRule = {
  id: 'volume-devices',
  severity: 'error',
  on: ['Container'],
  why: 'A volume is a file system or a device in a container, not both.',
  check(node, context) {
    const mounts = itemsAt(node, 'volumeMounts');
    for (const [index, device] of itemsAt(node, 'volumeDevices').entries()) {
      const name = textAt(device, 'name');
      const path = textAt(device, 'devicePath');
      if (name !== '' && mounts.some(mount => textAt(mount, 'name') === name))
        context.report(['volumeDevices', index, 'name'], `"${name}" is mounted in volumeMounts too`, 'remove one of the two');
      if (path !== '' && mounts.some(mount => textAt(mount, 'mountPath') === path))
        context.report(['volumeDevices', index, 'devicePath'], `something is mounted at ${path} already`);
    }
  },
};
