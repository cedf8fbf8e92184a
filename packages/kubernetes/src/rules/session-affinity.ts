import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const sessionAffinity: ObjectRule = {
  id: 'session-affinity',
  on: ['ServiceSpec'],
  severity: 'warning',
  why: 'the server drops the settings of sessions unless sessionAffinity is ClientIP',
  check(node, context) {
    if (str(node, 'sessionAffinity') !== 'ClientIP' && child(node, 'sessionAffinityConfig') !== undefined)
      context.report(['sessionAffinityConfig'], 'without sessionAffinity: ClientIP, sessionAffinityConfig is dropped');
  },
};
