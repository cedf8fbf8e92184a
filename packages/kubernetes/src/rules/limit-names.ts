import { entriesAt, textAt } from '@mcpgw/structure';
import { quoted, textFormat } from '../formats/formats.js';
import { versionOfMinor } from '../formats/versions.js';
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
    const { check } = textFormat('resource-name');
    const version = versionOfMinor(context.minor);
    for (const field of fields) {
      for (const { key } of entriesAt(node, field)) {
        const problem = ofContainers ? check?.(key, version)?.message : otherProblem(key);
        if (problem !== undefined) context.report([field, key], problem);
      }
    }
  },
};

function otherProblem(key: string): string | undefined {
  if (key.includes('/') || standard.test(key)) return undefined;
  return `${quoted(key)} is not a resource that the server knows: it must be one such as storage, or have a domain before it`;
}
