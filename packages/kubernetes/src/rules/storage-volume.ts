import { given, givenKeys, isAt, itemsAt, type MapNode, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

const checks: Readonly<Record<string, (volume: MapNode, context: ObjectContext) => void>> = {
  fc(volume, context) {
    const worldWide = itemsAt(volume, 'targetWWNs').length > 0;
    const ids = itemsAt(volume, 'wwids').length > 0;
    if (worldWide === ids) context.report(['fc'], 'one of targetWWNs and wwids is needed, not both');
    if (worldWide && given(volume, 'lun') === undefined) context.report(['fc', 'lun'], '"lun" is missing: targetWWNs needs it');
  },
  iscsi(volume, context) {
    const chap = isAt(volume, 'chapAuthDiscovery', true) || isAt(volume, 'chapAuthSession', true);
    if (chap && given(volume, 'secretRef') === undefined)
      context.report(['iscsi', 'secretRef'], '"secretRef" is missing: authentication needs it');
  },
  flocker(volume, context) {
    const names = givenKeys(volume, ['datasetName', 'datasetUUID']).filter(key => textAt(volume, key) !== '');
    if (names.length !== 1) context.report(['flocker'], 'one of datasetName and datasetUUID is needed');
    if (textAt(volume, 'datasetName').includes('/')) context.report(['flocker', 'datasetName'], '"/" may not stand in it');
  },
  storageos(volume, context) {
    if (given(volume, 'secretRef') !== undefined && textAt(given(volume, 'secretRef'), 'name') === '')
      context.report(['storageos', 'secretRef', 'name'], '"name" is missing');
  },
  azureDisk(volume, context) {
    const managed = textAt(volume, 'kind') === 'Managed';
    const start = managed ? '/subscriptions/' : 'https://';
    const uri = textAt(volume, 'diskURI');
    if (given(volume, 'kind') !== undefined && uri !== '' && !uri.startsWith(start))
      context.report(['azureDisk', 'diskURI'], `the URI of a disk of the kind ${textAt(volume, 'kind')} starts with ${start}`);
  },
};

export const storageVolume: ObjectRule = {
  id: 'storage-volume',
  severity: 'error',
  on: ['VolumeSource', 'PersistentVolumeSource'],
  why: 'Fields of a storage system that belong together, or exclude each other.',
  check(node, context) {
    for (const [key, check] of Object.entries(checks)) {
      const volume = given(node, key);
      if (volume?.kind === 'map') check(volume, context);
    }
  },
};
