import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const policyParameter: ObjectRule = {
  id: 'policy-parameter',
  on: ['ParamRef'],
  why: 'parameters of a policy are one object by its name, or all that a selector finds',
  check(node, context) {
    const named = str(node, 'name') !== '';
    const selected = child(node, 'selector') !== undefined;
    if (named && selected) context.report(['selector'], 'name and selector may not stand together', 'remove one of the two');
    if (!named && !selected) context.report([], 'name or selector is needed');
  },
};
