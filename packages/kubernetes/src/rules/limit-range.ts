import { entriesAt, given, type MapNode, textAt } from '@mcpgw/structure';
import { parseQuantity, wholeUnit } from '../formats/quantity.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

/** Pairs of amounts; the first must not exceed the second. */
const order = [
  ['min', 'max'],
  ['min', 'defaultRequest'],
  ['min', 'default'],
  ['defaultRequest', 'max'],
  ['defaultRequest', 'default'],
  ['default', 'max'],
] as const;

export const limitRange: ObjectRule = {
  id: 'limit-range',
  severity: 'error',
  on: ['LimitRangeItem'],
  why: 'The amounts of a limit range ascend from min over the defaults to max; pods have no defaults.',
  check(node, context) {
    if (textAt(node, 'type') === 'Pod')
      for (const key of ['default', 'defaultRequest'])
        if (entriesAt(node, key).length > 0) context.report([key], `${key} does not go with the type Pod`);
    for (const [low, high] of order) {
      for (const { key } of entriesAt(node, low)) {
        const least = amount(node, low, key);
        const most = amount(node, high, key);
        if (least !== undefined && most !== undefined && least > most) context.report([low, key], `${low} of ${key} exceeds ${high}`);
      }
    }
    for (const { key } of entriesAt(node, 'maxLimitRequestRatio')) checkRatio(node, key, context);
    if (
      textAt(node, 'type') === 'PersistentVolumeClaim' &&
      amount(node, 'min', 'storage') === undefined &&
      amount(node, 'max', 'storage') === undefined
    )
      context.report([], 'the type PersistentVolumeClaim needs min or max of storage');
  },
};

function checkRatio(node: MapNode, key: string, context: ObjectContext): void {
  const [ratio, least, most] = ['maxLimitRequestRatio', 'min', 'max'].map(field => amount(node, field, key));
  const path = ['maxLimitRequestRatio', key];
  if (ratio !== undefined && ratio < wholeUnit) context.report(path, 'a ratio is at least 1');
  else if (ratio !== undefined && least !== undefined && most !== undefined && least > 0n && ratio * least > most * wholeUnit)
    context.report(path, `the ratio of ${key} exceeds max divided by min`);
}

function amount(node: MapNode, key: string, name: string): bigint | undefined {
  const value = given(given(node, key), name);
  return value?.kind === 'scalar' ? parseQuantity(String(value.value)) : undefined;
}
