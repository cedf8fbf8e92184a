import { itemsAt, textOrEmpty } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const validationActions: ObjectRule = {
  id: 'validation-actions',
  severity: 'error',
  on: ['ValidatingAdmissionPolicyBindingSpec'],
  why: 'A denial shows the message already, so Warn does not go with Deny.',
  check(node, context) {
    const actions = itemsAt(node, 'validationActions').map(textOrEmpty);
    if (actions.includes('Deny') && actions.includes('Warn')) context.report(['validationActions'], 'Deny and Warn may not stand together');
  },
};
