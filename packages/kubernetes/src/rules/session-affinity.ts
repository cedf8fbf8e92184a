import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const sessionAffinity: ObjectRule = {
  id: 'session-affinity',
  on: ['ServiceSpec'],
  severity: 'warning',
  why: 'The server drops the settings of sessions unless sessionAffinity is ClientIP.',
  check(node, context) {
    if (textAt(node, 'sessionAffinity') !== 'ClientIP' && given(node, 'sessionAffinityConfig') !== undefined)
      context.report(['sessionAffinityConfig'], 'without sessionAffinity: ClientIP, sessionAffinityConfig is dropped');
  },
};
