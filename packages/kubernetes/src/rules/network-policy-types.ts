import { itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const networkPolicyTypes: ObjectRule = {
  id: 'network-policy-types',
  severity: 'error',
  on: ['NetworkPolicySpec'],
  why: 'A policy has at most two types.',
  check(node, context) {
    const count = itemsAt(node, 'policyTypes').length;
    if (count > 2) context.report(['policyTypes'], `at most two policyTypes are taken, found ${count}`);
  },
};
