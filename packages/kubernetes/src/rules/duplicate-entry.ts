import { itemsAt, listNames, type MapNode, type Node, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';
import { duplicates } from './unique.js';

type ListOfType = readonly [type: string, field: string, ...keys: string[]];

/** Lists, by their type, and the fields that identify an entry; without fields, the entry itself does. */
const lists: readonly ListOfType[] = [
  ['TopologySelectorTerm', 'matchLabelExpressions', 'key'],
  ['TopologySelectorLabelRequirement', 'values'],
  ['CSINodeSpec', 'drivers', 'name'],
  ['CSINodeDriver', 'topologyKeys'],
  ['CSIDriverSpec', 'tokenRequests', 'audience'],
  ['CertificateSigningRequestSpec', 'usages'],
  ['ValidatingAdmissionPolicyBindingSpec', 'validationActions'],
  ['ValidatingAdmissionPolicySpec', 'matchConditions', 'name'],
  ['ValidatingAdmissionPolicySpec', 'auditAnnotations', 'key'],
  ['Webhook', 'matchConditions', 'name'],
  ['Webhook', 'admissionReviewVersions'],
  ['NamedRuleWithOperations', 'resourceNames'],
  ['ResourceRequirements', 'claims', 'name', 'request'],
  ['Container', 'volumeDevices', 'name'],
  ['Container', 'volumeDevices', 'devicePath'],
  ['Container', 'resizePolicy', 'resourceName'],
  ['PodSecurityContext', 'sysctls', 'name'],
  ['NodeSpec', 'taints', 'key', 'effect'],
  ['RuntimeScheduling', 'tolerations', 'key', 'operator', 'value', 'effect'],
  ['DeviceClaim', 'requests', 'name'],
  ['DeviceRequest', 'firstAvailable', 'name'],
  ['DeviceConstraint', 'requests'],
  ['DeviceClaimConfiguration', 'requests'],
  ['ResourceSliceSpec', 'devices', 'name'],
];
const types = new Map(lists.map(([type]) => [type, lists.filter(entry => entry[0] === type)]));

export const duplicateEntry: ObjectRule = {
  id: 'duplicate-entry',
  severity: 'error',
  on: [...types.keys()],
  why: 'The entries of the list are told apart by these fields: the server refuses two that are the same.',
  check(node, context) {
    for (const type of context.types) for (const entry of types.get(type) ?? []) checkList(node, entry, context);
  },
};

function checkList(node: MapNode, [, field, ...keys]: ListOfType, context: ObjectContext): void {
  const items = itemsAt(node, field);
  if (items.length < 2) return;
  const keyOf = (item: Node): string => (keys.length === 0 ? textOrEmpty(item) : keys.map(key => textAt(item, key)).join('/'));
  duplicates(items, keyOf, (index, key) => {
    const same = keys.length === 1 ? `${keys[0]} ${quoted(key)}` : `the same ${listNames(keys, 'and', '')}`;
    const message = keys.length === 0 ? `${quoted(key)} stands in ${field} twice` : `another entry of ${field} has ${same}`;
    context.report([field, index, ...keys.slice(0, 1)], message, 'remove one of the two');
  });
}
