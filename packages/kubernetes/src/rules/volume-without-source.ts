import type { ObjectRule } from '../objects/rule.js';
import { typeOf } from '../types/index.js';

export const volumeWithoutSource: ObjectRule = {
  id: 'volume-without-source',
  on: ['Volume'],
  why: 'A volume that names no source is an empty directory: what was meant is missing in the pod.',
  severity: 'warning',
  check(node, context) {
    const sources = typeOf('VolumeSource').fields;
    const found = node.entries.some(({ key, value }) => sources[key] !== undefined && !(value.kind === 'scalar' && value.value === null));
    if (!found)
      context.report(
        [],
        'the volume names no source: it will be an empty directory',
        'name one, such as configMap, secret or persistentVolumeClaim; or write emptyDir: {}',
      );
  },
};
