import { entriesAt, given, itemsAt, textOrEmpty } from '@mcpgw/structure';
import { parseQuantity } from '../formats/quantity.js';
import type { ObjectRule } from '../objects/rule.js';

export const claimStorage: ObjectRule = {
  id: 'claim-storage',
  severity: 'error',
  on: ['PersistentVolumeClaimSpec'],
  why: 'A claim asks for an amount of storage above 0; ReadWriteOncePod stands alone.',
  check(node, context) {
    const storage = entriesAt(given(node, 'resources'), 'requests').findLast(entry => entry.key === 'storage');
    if (storage === undefined) {
      if (given(node, 'resources') !== undefined)
        context.report(['resources', 'requests'], 'a claim must request storage', 'set resources.requests.storage');
    } else if (storage.value.kind === 'scalar' && (parseQuantity(String(storage.value.value)) ?? 1n) <= 0n)
      context.report(['resources', 'requests', 'storage'], 'the storage of a claim must exceed 0');
    const modes = itemsAt(node, 'accessModes').map(textOrEmpty);
    if (modes.includes('ReadWriteOncePod') && modes.some(mode => mode !== 'ReadWriteOncePod'))
      context.report(['accessModes'], 'ReadWriteOncePod may not stand beside other access modes');
  },
};
