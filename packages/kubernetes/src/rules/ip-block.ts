import { isInside, parseCidr } from '../formats/ip.js';
import { quoted } from '../formats/leaf.js';
import { list, str, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const ipBlock: ObjectRule = {
  id: 'ip-block',
  on: ['IPBlock'],
  why: 'an exception lies within the range that it narrows',
  check(node, context) {
    const outer = parseCidr(str(node, 'cidr'));
    if (outer === undefined) return;
    for (const [index, item] of list(node, 'except').entries()) {
      const inner = parseCidr(textOf(item));
      if (inner !== undefined && !isInside(inner, outer))
        context.report(['except', index], `${quoted(textOf(item))} must lie within ${str(node, 'cidr')} and be smaller`);
    }
  },
};
