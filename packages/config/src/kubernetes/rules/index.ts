import type { StructType } from '../table.js';
import { objectRules } from './all.js';
import type { ObjectRule } from './rule.js';

const byType = new WeakMap<StructType, readonly ObjectRule[]>();

/** The rules that look at values of a type. */
export function rulesOf(type: StructType): readonly ObjectRule[] {
  let rules = byType.get(type);
  if (rules === undefined) {
    rules = objectRules.filter(rule => rule.on.some(name => type.names.includes(name)));
    byType.set(type, rules);
  }
  return rules;
}
