import { givenKeys } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const forbidden = [
  'capacity',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
  'nodeAffinity',
];

export const inlineVolume: ObjectRule = {
  id: 'inline-volume',
  severity: 'error',
  on: ['InlineVolumeSpec'],
  why: 'A volume that an attachment describes itself is a CSI volume without the fields of a persistent volume.',
  check(node, context) {
    for (const key of givenKeys(node, forbidden)) context.report([key], `${key} may not stand in an inline volume`, 'remove it');
    if (givenKeys(node, ['csi']).length === 0) context.report(['csi'], '"csi" is missing: an inline volume needs it');
  },
};
