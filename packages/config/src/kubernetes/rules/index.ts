import type { StructType } from '../table.js';
import { objectRules } from './all.js';
import type { ObjectRule } from './rule.js';

/** The rules that look at values of a type. */
export function rulesOf(type: StructType): readonly ObjectRule[] {
  type.rules ??= objectRules.filter(rule => rule.on.some(name => type.names.includes(name)));
  return type.rules;
}
