import type { ObjectRule } from '../objects/rule.js';
import type { StructType } from '../objects/table.js';
import { objectRules } from './all.js';

/** The rules that look at values of a type. */
export function rulesOf(type: StructType): readonly ObjectRule[] {
  type.rules ??= objectRules.filter(rule => rule.on.some(name => type.names.includes(name)));
  return type.rules;
}
