import { given, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const restartRules: ObjectRule = {
  id: 'restart-rules',
  severity: 'error',
  since: '1.35.0',
  on: ['Container'],
  why: 'Rules say when a container starts again, restartPolicy says what happens otherwise.',
  check(node, context) {
    const rules = itemsAt(node, 'restartPolicyRules');
    if (rules.length === 0) return;
    if (given(node, 'restartPolicy') === undefined)
      context.report(['restartPolicy'], '"restartPolicy" is missing: restartPolicyRules need it', 'such as restartPolicy: Never');
    if (rules.length > 20) context.report(['restartPolicyRules'], `at most 20 rules are taken, found ${rules.length}`);
  },
};
