import type { MapNode } from '@mcpgw/structure';
import { child, is, list, present, str } from '../objects/access.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';

const checks: Readonly<Record<string, (volume: MapNode, context: RuleContext) => void>> = {
  fc(volume, context) {
    const worldWide = list(volume, 'targetWWNs').length > 0;
    const ids = list(volume, 'wwids').length > 0;
    if (worldWide === ids) context.report(['fc'], 'one of targetWWNs and wwids is needed, not both');
    if (worldWide && child(volume, 'lun') === undefined) context.report(['fc', 'lun'], '"lun" is missing: targetWWNs needs it');
  },
  iscsi(volume, context) {
    const chap = is(volume, 'chapAuthDiscovery', true) || is(volume, 'chapAuthSession', true);
    if (chap && child(volume, 'secretRef') === undefined)
      context.report(['iscsi', 'secretRef'], '"secretRef" is missing: authentication needs it');
  },
  flocker(volume, context) {
    const names = present(volume, ['datasetName', 'datasetUUID']).filter(key => str(volume, key) !== '');
    if (names.length !== 1) context.report(['flocker'], 'one of datasetName and datasetUUID is needed');
    if (str(volume, 'datasetName').includes('/')) context.report(['flocker', 'datasetName'], '"/" may not stand in it');
  },
  storageos(volume, context) {
    if (child(volume, 'secretRef') !== undefined && str(child(volume, 'secretRef'), 'name') === '')
      context.report(['storageos', 'secretRef', 'name'], '"name" is missing');
  },
  azureDisk(volume, context) {
    const managed = str(volume, 'kind') === 'Managed';
    const start = managed ? '/subscriptions/' : 'https://';
    const uri = str(volume, 'diskURI');
    if (child(volume, 'kind') !== undefined && uri !== '' && !uri.startsWith(start))
      context.report(['azureDisk', 'diskURI'], `the URI of a disk of the kind ${str(volume, 'kind')} starts with ${start}`);
  },
};

export const storageVolume: ObjectRule = {
  id: 'storage-volume',
  on: ['VolumeSource', 'PersistentVolumeSource'],
  why: 'fields of a storage system that belong together, or exclude each other',
  check(node, context) {
    for (const [key, check] of Object.entries(checks)) {
      const volume = child(node, key);
      if (volume?.kind === 'map') check(volume, context);
    }
  },
};
