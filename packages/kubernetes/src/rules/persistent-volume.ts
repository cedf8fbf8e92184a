import { parseQuantity } from '../formats/quantity.js';
import { child, list, pairs, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const persistentVolume: ObjectRule = {
  id: 'persistent-volume',
  on: ['PersistentVolumeSpec'],
  why: 'the capacity of a volume is an amount of storage above 0; a local volume says on which node it is',
  check(node, context) {
    const capacity = pairs(node, 'capacity');
    if (child(node, 'capacity') !== undefined && (capacity.length !== 1 || capacity[0]!.key !== 'storage'))
      context.report(['capacity'], 'the capacity of a volume has one entry, storage');
    const storage = child(child(node, 'capacity'), 'storage');
    if (storage?.kind === 'scalar' && (parseQuantity(String(storage.value)) ?? 1n) <= 0n)
      context.report(['capacity', 'storage'], 'the storage of a volume must exceed 0');
    if (child(node, 'local') !== undefined && child(node, 'nodeAffinity') === undefined)
      context.report(['nodeAffinity'], '"nodeAffinity" is missing: a local volume needs it');
    const path = str(child(node, 'hostPath'), 'path');
    if (path === '/' && str(node, 'persistentVolumeReclaimPolicy') === 'Recycle')
      context.report(['persistentVolumeReclaimPolicy'], 'the whole host cannot be recycled');
    const modes = list(node, 'accessModes').map(textOf);
    if (modes.includes('ReadWriteOncePod') && modes.some(mode => mode !== 'ReadWriteOncePod'))
      context.report(['accessModes'], 'ReadWriteOncePod may not stand beside other access modes');
  },
};
