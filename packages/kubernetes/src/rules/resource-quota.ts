import { entriesAt, itemsAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { parseQuantity, wholeUnit } from '../formats/quantity.js';
import type { ObjectRule } from '../objects/rule.js';

const scopes = [
  'Terminating',
  'NotTerminating',
  'BestEffort',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
];
const plain = new Set(
  `cpu memory ephemeral-storage storage requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory
  limits.ephemeral-storage pods services replicationcontrollers resourcequotas secrets configmaps persistentvolumeclaims services.nodeports
  services.loadbalancers`.split(/\s+/),
);

const counts = /^(?:count\/.*|pods|services|replicationcontrollers|resourcequotas|secrets|configmaps|persistentvolumeclaims|services\..*)$/;

export const resourceQuota: ObjectRule = {
  id: 'resource-quota',
  severity: 'error',
  on: ['ResourceQuotaSpec'],
  why: 'A quota counts known resources and has known scopes that do not contradict each other.',
  check(node, context) {
    for (const { key, value } of entriesAt(node, 'hard')) {
      if (!key.includes('/') && !plain.has(key) && !/^(?:requests\.)?hugepages-/.test(key))
        context.report(['hard', key], `${quoted(key)} is not a resource that a quota counts`);
      if (value.kind === 'scalar' && (parseQuantity(String(value.value)) ?? 0n) < 0n)
        context.report(['hard', key], 'an amount may not be below 0');
      if (counts.test(key) && value.kind === 'scalar' && (parseQuantity(String(value.value)) ?? 0n) % wholeUnit !== 0n)
        context.report(['hard', key], 'a number of objects is an integer');
    }
    const found = itemsAt(node, 'scopes').map(textOrEmpty);
    for (const [index, scope] of found.entries())
      if (!scopes.includes(scope))
        context.report(['scopes', index], `${quoted(scope)} is not a scope of a quota`, `one of ${scopes.join(', ')}`);
    for (const [one, two] of [
      ['Terminating', 'NotTerminating'],
      ['BestEffort', 'NotBestEffort'],
    ] as const)
      if (found.includes(one) && found.includes(two)) context.report(['scopes'], `the scopes ${one} and ${two} contradict each other`);
  },
};
