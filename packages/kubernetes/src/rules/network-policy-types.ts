import { list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const networkPolicyTypes: ObjectRule = {
  id: 'network-policy-types',
  on: ['NetworkPolicySpec'],
  why: 'a policy has at most two types',
  check(node, context) {
    const count = list(node, 'policyTypes').length;
    if (count > 2) context.report(['policyTypes'], `at most two policyTypes are taken, found ${count}`);
  },
};
