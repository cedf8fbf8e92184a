import { child, str } from '../access.js';
import type { ObjectRule } from './rule.js';

export const sessionAffinity: ObjectRule = {
  id: 'session-affinity',
  on: ['ServiceSpec'],
  why: 'a time-out of sessions goes with sessionAffinity ClientIP',
  check(node, context) {
    if (str(node, 'sessionAffinity') !== 'ClientIP' && child(node, 'sessionAffinityConfig') !== undefined)
      context.report(['sessionAffinityConfig'], 'sessionAffinityConfig goes with sessionAffinity: ClientIP only');
  },
};
