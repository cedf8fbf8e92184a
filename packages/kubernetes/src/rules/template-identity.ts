import { givenKeys } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const fields = `name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp
  deletionGracePeriodSeconds ownerReferences finalizers managedFields`.split(/\s+/);

export const templateIdentity: ObjectRule = {
  id: 'template-identity',
  severity: 'error',
  on: ['ResourceClaimTemplateSpec', 'PersistentVolumeClaimTemplate'],
  why: 'A claim that is made for a pod gets its name and owner from the pod.',
  check(node, context) {
    const metadata = node.entries.findLast(({ key }) => key === 'metadata')?.value;
    if (metadata?.kind !== 'map') return;
    for (const key of givenKeys(metadata, fields))
      context.report(['metadata', key], `${key} may not be set in the template of a claim`, 'keep labels and annotations only');
  },
};
