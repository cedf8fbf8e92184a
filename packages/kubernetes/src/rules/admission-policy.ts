import { given, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const admissionPolicy: ObjectRule = {
  id: 'admission-policy',
  severity: 'error',
  on: ['ValidatingAdmissionPolicySpec'],
  why: 'A policy says which requests it judges, and what it demands or records of them.',
  check(node, context) {
    const constraints = given(node, 'matchConstraints');
    if (constraints !== undefined && itemsAt(constraints, 'resourceRules').length === 0)
      context.report(['matchConstraints', 'resourceRules'], '"resourceRules" is missing: a policy needs one rule at least');
    if (itemsAt(node, 'validations').length + itemsAt(node, 'auditAnnotations').length === 0)
      context.report(['validations'], '"validations" is missing: a policy needs validations or auditAnnotations');
  },
};
