import { given, givenKeys } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const networkPolicyPeer: ObjectRule = {
  id: 'network-policy-peer',
  severity: 'error',
  on: ['NetworkPolicyPeer'],
  why: 'A peer selects pods and namespaces, or names an address range.',
  check(node, context) {
    const found = givenKeys(node, ['podSelector', 'namespaceSelector', 'ipBlock']);
    if (found.length === 0)
      context.report([], 'a peer needs podSelector, namespaceSelector or ipBlock', 'to allow every peer, remove the list');
    else if (found.length > 1 && given(node, 'ipBlock') !== undefined)
      context.report(['ipBlock'], 'ipBlock may not stand beside a selector', 'make two peers of it');
  },
};
