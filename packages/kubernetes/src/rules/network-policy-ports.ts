import { child, num } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const networkPolicyPorts: ObjectRule = {
  id: 'network-policy-ports',
  on: ['NetworkPolicyPort'],
  why: 'a range of ports has a number at its start, which is not above its end',
  check(node, context) {
    if (child(node, 'endPort') === undefined) return;
    const start = num(node, 'port');
    const end = num(node, 'endPort');
    if (start === undefined) context.report(['endPort'], 'endPort needs a port that is a number');
    else if (end !== undefined && end < start) context.report(['endPort'], `endPort ${end} lies below port ${start}`);
  },
};
