import { given, itemsAt, type Node, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const podFailurePolicy: ObjectRule = {
  id: 'pod-failure-policy',
  severity: 'error',
  on: ['JobSpec'],
  why: 'A rule looks at exit codes or at conditions; exit codes are ordered, differ, and In takes no 0.',
  check(node, context) {
    const rules = itemsAt(given(node, 'podFailurePolicy'), 'rules');
    if (rules.length > 20) context.report(['podFailurePolicy', 'rules'], `at most 20 rules are taken, found ${rules.length}`);
    const spec = given(given(node, 'template'), 'spec');
    const names = new Set([...itemsAt(spec, 'containers'), ...itemsAt(spec, 'initContainers')].map(container => textAt(container, 'name')));
    for (const [index, rule] of rules.entries()) {
      const path = ['podFailurePolicy', 'rules', index];
      const codes = given(rule, 'onExitCodes');
      const conditions = itemsAt(rule, 'onPodConditions').length > 0;
      if ((codes !== undefined) === conditions) context.report(path, 'a rule needs one of onExitCodes and onPodConditions');
      if (textAt(rule, 'action') === 'FailIndex' && given(node, 'backoffLimitPerIndex') === undefined)
        context.report([...path, 'action'], 'the action FailIndex needs backoffLimitPerIndex');
      if (codes !== undefined) checkCodes(codes, [...path, 'onExitCodes'], names, context);
    }
  },
};

function checkCodes(codes: Node, path: readonly (string | number)[], names: ReadonlySet<string>, context: ObjectContext): void {
  const container = textAt(codes, 'containerName');
  if (container !== '' && !names.has(container)) context.report([...path, 'containerName'], `the template has no container "${container}"`);
  const values = itemsAt(codes, 'values').map(item => (item.kind === 'scalar' ? Number(item.value) : 0));
  if (values.length > 255) context.report([...path, 'values'], `at most 255 exit codes are taken, found ${values.length}`);
  for (const [index, value] of values.entries()) {
    const before = values[index - 1];
    if (value === 0 && textAt(codes, 'operator') === 'In')
      context.report([...path, 'values', index], '0 is not a failure: the operator In does not take it');
    if (before !== undefined && before >= value) context.report([...path, 'values', index], 'exit codes must ascend and differ');
  }
}
