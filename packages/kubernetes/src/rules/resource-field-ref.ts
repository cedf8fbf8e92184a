import { quoted } from '../formats/leaf.js';
import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const form = /^(?:limits|requests)\.(?:cpu|memory|ephemeral-storage|hugepages-.+)$/;

export const resourceFieldRef: ObjectRule = {
  id: 'resource-field-ref',
  on: ['EnvVarSource', 'DownwardAPIVolumeFile'],
  why: 'only requests and limits of a container can be read through the downward API',
  check(node, context) {
    const reference = child(node, 'resourceFieldRef');
    const resource = str(reference, 'resource');
    if (resource !== '' && !form.test(resource))
      context.report(
        ['resourceFieldRef', 'resource'],
        `${quoted(resource)} cannot be read`,
        'limits.cpu, limits.memory, requests.cpu, requests.memory and the like',
      );
    if (child(node, 'path') !== undefined && reference !== undefined && str(reference, 'containerName') === '')
      context.report(['resourceFieldRef', 'containerName'], '"containerName" is missing: a volume belongs to no container');
  },
};
