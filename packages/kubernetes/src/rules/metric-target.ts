import { given, type MapNode } from '@mcpgw/structure';
import { parseQuantity } from '../formats/quantity.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const metricTarget: ObjectRule = {
  id: 'metric-target',
  severity: 'error',
  on: ['MetricSpec'],
  why: 'The target of a metric has the one value that its kind of metric takes.',
  check(node, context) {
    for (const key of ['resource', 'containerResource']) oneOf(node, key, ['averageUtilization', 'averageValue'], true, context);
    oneOf(node, 'external', ['value', 'averageValue'], true, context);
    oneOf(node, 'object', ['value', 'averageValue'], false, context);
    oneOf(node, 'pods', ['averageValue'], false, context);
  },
};

function oneOf(node: MapNode, source: string, keys: readonly string[], exclusive: boolean, context: ObjectContext): void {
  const target = given(given(node, source), 'target');
  if (target?.kind !== 'map') return;
  const found = keys.filter(key => given(target, key) !== undefined);
  if (found.length === 0) context.report([source, 'target'], `the target needs ${keys.join(' or ')}`);
  if (exclusive && found.length > 1) context.report([source, 'target', found[1]!], `the target may not have both ${found.join(' and ')}`);
  for (const key of ['value', 'averageValue']) {
    const value = given(target, key);
    if (value?.kind === 'scalar' && (parseQuantity(String(value.value)) ?? 1n) <= 0n)
      context.report([source, 'target', key], 'the value must exceed 0');
  }
}
