import { given, isAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const hostnameOverride: ObjectRule = {
  id: 'hostname-override',
  severity: 'error',
  since: '1.35.0',
  on: ['PodSpec'],
  why: 'A pod has one hostname: that of the host, its domain name, or one of its own.',
  check(node, context) {
    if (given(node, 'hostnameOverride') === undefined) return;
    for (const key of ['hostNetwork', 'setHostnameAsFQDN'])
      if (isAt(node, key, true)) context.report(['hostnameOverride'], `hostnameOverride does not go with ${key}`, 'remove one of the two');
  },
};
