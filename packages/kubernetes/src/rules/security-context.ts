import { given, isAt, itemsAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const securityContext: ObjectRule = {
  id: 'security-context',
  severity: 'error',
  on: ['SecurityContext'],
  why: 'A privileged container gains privileges: forbidding it at the same time is refused.',
  check(node, context) {
    if (!isAt(node, 'allowPrivilegeEscalation', false)) return;
    if (isAt(node, 'privileged', true))
      context.report(
        ['allowPrivilegeEscalation'],
        'a privileged container cannot have allowPrivilegeEscalation: false',
        'remove one of the two',
      );
    if (itemsAt(given(node, 'capabilities'), 'add').some(name => textOrEmpty(name) === 'CAP_SYS_ADMIN'))
      context.report(['allowPrivilegeEscalation'], 'the capability CAP_SYS_ADMIN does not go with allowPrivilegeEscalation: false');
  },
};
