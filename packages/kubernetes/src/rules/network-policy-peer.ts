import { child, present } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const networkPolicyPeer: ObjectRule = {
  id: 'network-policy-peer',
  on: ['NetworkPolicyPeer'],
  why: 'a peer selects pods and namespaces, or names an address range',
  check(node, context) {
    const found = present(node, ['podSelector', 'namespaceSelector', 'ipBlock']);
    if (found.length === 0)
      context.report([], 'a peer needs podSelector, namespaceSelector or ipBlock', 'to allow every peer, remove the list');
    else if (found.length > 1 && child(node, 'ipBlock') !== undefined)
      context.report(['ipBlock'], 'ipBlock may not stand beside a selector', 'make two peers of it');
  },
};
