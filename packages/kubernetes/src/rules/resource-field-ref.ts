import { given, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

const form = /^(?:limits|requests)\.(?:cpu|memory|ephemeral-storage|hugepages-.+)$/;

export const resourceFieldRef: ObjectRule = {
  id: 'resource-field-ref',
  severity: 'error',
  on: ['EnvVarSource', 'DownwardAPIVolumeFile'],
  why: 'Only requests and limits of a container can be read through the downward API.',
  check(node, context) {
    const reference = given(node, 'resourceFieldRef');
    const resource = textAt(reference, 'resource');
    if (resource !== '' && !form.test(resource))
      context.report(
        ['resourceFieldRef', 'resource'],
        `${quoted(resource)} cannot be read`,
        'limits.cpu, limits.memory, requests.cpu, requests.memory and the like',
      );
    if (given(node, 'path') !== undefined && reference !== undefined && textAt(reference, 'containerName') === '')
      context.report(['resourceFieldRef', 'containerName'], '"containerName" is missing: a volume belongs to no container');
  },
};
