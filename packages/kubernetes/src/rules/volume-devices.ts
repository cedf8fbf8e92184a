import { list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const volumeDevices: ObjectRule = {
  id: 'volume-devices',
  on: ['Container'],
  why: 'a volume is a file system or a device in a container, not both',
  check(node, context) {
    const mounts = list(node, 'volumeMounts');
    for (const [index, device] of list(node, 'volumeDevices').entries()) {
      const name = str(device, 'name');
      const path = str(device, 'devicePath');
      if (name !== '' && mounts.some(mount => str(mount, 'name') === name))
        context.report(['volumeDevices', index, 'name'], `"${name}" is mounted in volumeMounts too`, 'remove one of the two');
      if (path !== '' && mounts.some(mount => str(mount, 'mountPath') === path))
        context.report(['volumeDevices', index, 'devicePath'], `something is mounted at ${path} already`);
    }
  },
};
