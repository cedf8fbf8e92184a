import { child, is, list, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const securityContext: ObjectRule = {
  id: 'security-context',
  on: ['SecurityContext'],
  why: 'a privileged container gains privileges: forbidding it at the same time is refused',
  check(node, context) {
    if (!is(node, 'allowPrivilegeEscalation', false)) return;
    if (is(node, 'privileged', true))
      context.report(
        ['allowPrivilegeEscalation'],
        'a privileged container cannot have allowPrivilegeEscalation: false',
        'remove one of the two',
      );
    if (list(child(node, 'capabilities'), 'add').some(name => textOf(name) === 'CAP_SYS_ADMIN'))
      context.report(['allowPrivilegeEscalation'], 'the capability CAP_SYS_ADMIN does not go with allowPrivilegeEscalation: false');
  },
};
