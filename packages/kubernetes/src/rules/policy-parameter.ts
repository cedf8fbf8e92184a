import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const policyParameter: ObjectRule = {
  id: 'policy-parameter',
  severity: 'error',
  on: ['ParamRef'],
  why: 'Parameters of a policy are one object by its name, or all that a selector finds.',
  check(node, context) {
    const named = textAt(node, 'name') !== '';
    const selected = given(node, 'selector') !== undefined;
    if (named && selected) context.report(['selector'], 'name and selector may not stand together', 'remove one of the two');
    if (!named && !selected) context.report([], 'name or selector is needed');
  },
};
