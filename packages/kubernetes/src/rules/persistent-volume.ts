import { entriesAt, given, itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { parseQuantity } from '../formats/quantity.js';
import type { ObjectRule } from '../objects/rule.js';

export const persistentVolume: ObjectRule = {
  id: 'persistent-volume',
  severity: 'error',
  on: ['PersistentVolumeSpec'],
  why: 'The capacity of a volume is an amount of storage above 0; a local volume says on which node it is.',
  check(node, context) {
    const capacity = entriesAt(node, 'capacity');
    if (given(node, 'capacity') !== undefined && (capacity.length !== 1 || capacity[0]!.key !== 'storage'))
      context.report(['capacity'], 'the capacity of a volume has one entry, storage');
    const storage = given(given(node, 'capacity'), 'storage');
    if (storage?.kind === 'scalar' && (parseQuantity(String(storage.value)) ?? 1n) <= 0n)
      context.report(['capacity', 'storage'], 'the storage of a volume must exceed 0');
    if (given(node, 'local') !== undefined && given(node, 'nodeAffinity') === undefined)
      context.report(['nodeAffinity'], '"nodeAffinity" is missing: a local volume needs it');
    const path = textAt(given(node, 'hostPath'), 'path');
    if (path === '/' && textAt(node, 'persistentVolumeReclaimPolicy') === 'Recycle')
      context.report(['persistentVolumeReclaimPolicy'], 'the whole host cannot be recycled');
    const modes = itemsAt(node, 'accessModes').map(textOrEmpty);
    if (modes.includes('ReadWriteOncePod') && modes.some(mode => mode !== 'ReadWriteOncePod'))
      context.report(['accessModes'], 'ReadWriteOncePod may not stand beside other access modes');
  },
};
