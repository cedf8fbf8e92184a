import type { StructShape } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';
import { objectRules } from './all.js';

const none: readonly ObjectRule[] = [];
const known = new WeakMap<StructShape, readonly ObjectRule[]>();

/** The rules for values of a structure. */
export function rulesOf(shape: StructShape): readonly ObjectRule[] {
  const { names } = shape;
  if (names === undefined) return none;
  let rules = known.get(shape);
  if (rules === undefined) {
    rules = objectRules.filter(rule => rule.on.some(name => names.includes(name)));
    known.set(shape, rules);
  }
  return rules;
}
