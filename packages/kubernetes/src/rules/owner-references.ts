import { isAt, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const ownerReferences: ObjectRule = {
  id: 'owner-references',
  severity: 'error',
  on: ['ObjectMeta'],
  why: 'An object has at most one owner that controls it.',
  check(node, context) {
    const owners = itemsAt(node, 'ownerReferences');
    if (owners.length < 2) return;
    const controllers = [...owners.entries()].filter(([, owner]) => isAt(owner, 'controller', true));
    const second = controllers[1];
    if (second !== undefined) context.report(['ownerReferences', second[0], 'controller'], 'only one owner may be the controller');
  },
};
