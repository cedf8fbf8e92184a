import { entriesAt, textAt } from '@mcpgw/structure';
import { leafOf, quoted } from '../formats/leaf.js';
import type { ObjectRule } from '../objects/rule.js';

const standard =
  /^(?:cpu|memory|ephemeral-storage|storage|hugepages-.+|pods|services|replicationcontrollers|resourcequotas|secrets|configmaps|persistentvolumeclaims|services\.(?:nodeports|loadbalancers)|(?:requests|limits)\.(?:cpu|memory|ephemeral-storage)|requests\.storage|requests\.hugepages-.+)$/;
const fields = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'];

export const limitNames: ObjectRule = {
  id: 'limit-names',
  severity: 'error',
  on: ['LimitRangeItem'],
  why: 'Limits are for resources that containers can have, or that the server counts.',
  check(node, context) {
    const ofContainers = /^(?:Pod|Container)$/.test(textAt(node, 'type'));
    const { check } = leafOf('resource-name');
    for (const field of fields) {
      for (const { key, keySpan: span } of entriesAt(node, field)) {
        const text = { kind: 'scalar', value: key, text: key, plain: false, isFloat: false, span } as const;
        const problem = ofContainers ? check(text, context.minor)?.message : otherProblem(key);
        if (problem !== undefined) context.report([field, key], problem);
      }
    }
  },
};

function otherProblem(key: string): string | undefined {
  if (key.includes('/') || standard.test(key)) return undefined;
  return `${quoted(key)} is no resource that the server knows: it must be one such as storage, or have a domain before it`;
}
