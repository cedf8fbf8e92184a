import { listNames } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { typeOf } from '../types/index.js';

export const volumeSource: ObjectRule = {
  id: 'volume-source',
  severity: 'error',
  on: ['Volume', 'PersistentVolumeSource'],
  why: 'A volume has one source.',
  check(node, context) {
    const sources = typeOf(context.kind === 'PersistentVolume' ? 'PersistentVolumeSource' : 'VolumeSource').fields;
    const found = node.entries
      .filter(({ key, value }) => sources[key] !== undefined && !(value.kind === 'scalar' && value.value === null))
      .map(({ key }) => key);
    const dropped = context.minor < 35 && found.includes('image');
    if (found.length > 1 && !dropped) context.report([found[1]!], `a volume may have one source, found ${listNames(found, 'and', '')}`);
    if (found.length === 0 && context.kind === 'PersistentVolume')
      context.report([], 'a persistent volume needs a source, such as csi, nfs or local');
  },
};
