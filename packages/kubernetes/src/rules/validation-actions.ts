import { list, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const validationActions: ObjectRule = {
  id: 'validation-actions',
  on: ['ValidatingAdmissionPolicyBindingSpec'],
  why: 'a denial shows the message already, so Warn does not go with Deny',
  check(node, context) {
    const actions = list(node, 'validationActions').map(textOf);
    if (actions.includes('Deny') && actions.includes('Warn')) context.report(['validationActions'], 'Deny and Warn may not stand together');
  },
};
