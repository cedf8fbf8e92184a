import { isAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const exclusive = ['hostNetwork', 'hostPID', 'hostIPC'];

export const podNamespaces: ObjectRule = {
  id: 'pod-namespaces',
  severity: 'error',
  on: ['PodSpec'],
  why: 'A pod shares its processes with the host or among its containers, and users of its own keep it off the host.',
  check(node, context) {
    if (isAt(node, 'hostPID', true) && isAt(node, 'shareProcessNamespace', true))
      context.report(['shareProcessNamespace'], 'hostPID and shareProcessNamespace may not both be true');
    if (!isAt(node, 'hostUsers', false)) return;
    for (const key of exclusive) if (isAt(node, key, true)) context.report([key], `with hostUsers: false, ${key} may not be true`);
  },
};
