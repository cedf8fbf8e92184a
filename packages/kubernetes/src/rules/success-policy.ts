import { given, givenKeys, itemsAt, type Node, numberAt, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const successPolicy: ObjectRule = {
  id: 'success-policy',
  severity: 'error',
  on: ['JobSpec'],
  why: 'A rule of success names indexes below completions in ascending order, a count that can be reached, or both.',
  check(node, context) {
    const rules = itemsAt(given(node, 'successPolicy'), 'rules');
    if (rules.length > 20) context.report(['successPolicy', 'rules'], `at most 20 rules are taken, found ${rules.length}`);
    for (const [index, rule] of rules.entries()) checkRule(rule, index, numberAt(node, 'completions'), context);
  },
};

function checkRule(rule: Node, index: number, completions: number | undefined, context: ObjectContext): void {
  const path = ['successPolicy', 'rules', index];
  if (rule.kind === 'map' ? givenKeys(rule, ['succeededCount', 'succeededIndexes']).length === 0 : true) {
    context.report(path, 'a rule needs succeededCount or succeededIndexes');
    return;
  }
  const indexes = textAt(rule, 'succeededIndexes');
  const count = numberAt(rule, 'succeededCount') ?? 0;
  const listed = indexes === '' ? 0 : countIndexes(indexes, completions ?? Number.POSITIVE_INFINITY);
  if (typeof listed === 'string')
    context.report([...path, 'succeededIndexes'], `${quoted(indexes)} is not a list of indexes: ${listed}`, 'such as "0,2-4"');
  else if (given(rule, 'succeededIndexes') !== undefined && count > listed)
    context.report([...path, 'succeededCount'], `succeededCount ${count} exceeds the ${listed} indexes of succeededIndexes`);
  if (completions !== undefined && count > completions)
    context.report([...path, 'succeededCount'], `succeededCount ${count} exceeds completions ${completions}`);
}

/** The number of indexes in a text such as `0,2-4`, or what is wrong with it. */
function countIndexes(text: string, completions: number): number | string {
  let last = -1;
  let total = 0;
  for (const part of text.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match === null) return `${quoted(part)} is neither an index nor a range`;
    const from = Number(match[1]);
    const to = Number(match[2] ?? from);
    if (from <= last || to < from || (match[2] !== undefined && to === from)) return 'the indexes must ascend';
    if (to >= completions) return `the last index is ${completions - 1}, completions less one`;
    total += to - from + 1;
    last = to;
  }
  return total;
}
