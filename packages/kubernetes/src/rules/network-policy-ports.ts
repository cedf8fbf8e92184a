import { given, numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const networkPolicyPorts: ObjectRule = {
  id: 'network-policy-ports',
  severity: 'error',
  on: ['NetworkPolicyPort'],
  why: 'A range of ports has a number at its start, which is not above its end.',
  check(node, context) {
    if (given(node, 'endPort') === undefined) return;
    const start = numberAt(node, 'port');
    const end = numberAt(node, 'endPort');
    if (start === undefined) context.report(['endPort'], 'endPort needs a port that is a number');
    else if (end !== undefined && end < start) context.report(['endPort'], `endPort ${end} lies below port ${start}`);
  },
};
