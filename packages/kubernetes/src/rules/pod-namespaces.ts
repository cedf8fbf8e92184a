import { is } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const exclusive = ['hostNetwork', 'hostPID', 'hostIPC'];

export const podNamespaces: ObjectRule = {
  id: 'pod-namespaces',
  on: ['PodSpec'],
  why: 'a pod shares its processes with the host or among its containers, and users of its own keep it off the host',
  check(node, context) {
    if (is(node, 'hostPID', true) && is(node, 'shareProcessNamespace', true))
      context.report(['shareProcessNamespace'], 'hostPID and shareProcessNamespace may not both be true');
    if (!is(node, 'hostUsers', false)) return;
    for (const key of exclusive) if (is(node, key, true)) context.report([key], `with hostUsers: false, ${key} may not be true`);
  },
};
