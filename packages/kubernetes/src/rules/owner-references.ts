import { is, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const ownerReferences: ObjectRule = {
  id: 'owner-references',
  on: ['ObjectMeta'],
  why: 'an object has at most one owner that controls it',
  check(node, context) {
    const owners = list(node, 'ownerReferences');
    if (owners.length < 2) return;
    const controllers = [...owners.entries()].filter(([, owner]) => is(owner, 'controller', true));
    const second = controllers[1];
    if (second !== undefined) context.report(['ownerReferences', second[0], 'controller'], 'only one owner may be the controller');
  },
};
