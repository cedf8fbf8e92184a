import { child, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const admissionPolicy: ObjectRule = {
  id: 'admission-policy',
  on: ['ValidatingAdmissionPolicySpec'],
  why: 'a policy says which requests it judges, and what it demands or records of them',
  check(node, context) {
    const constraints = child(node, 'matchConstraints');
    if (constraints !== undefined && list(constraints, 'resourceRules').length === 0)
      context.report(['matchConstraints', 'resourceRules'], '"resourceRules" is missing: a policy needs one rule at least');
    if (list(node, 'validations').length + list(node, 'auditAnnotations').length === 0)
      context.report(['validations'], '"validations" is missing: a policy needs validations or auditAnnotations');
  },
};
