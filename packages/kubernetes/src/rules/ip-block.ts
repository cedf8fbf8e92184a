import { itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { isInside, parseCidr } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';

export const ipBlock: ObjectRule = {
  id: 'ip-block',
  severity: 'error',
  on: ['IPBlock'],
  why: 'An exception lies within the range that it narrows.',
  check(node, context) {
    const outer = parseCidr(textAt(node, 'cidr'));
    if (outer === undefined) return;
    for (const [index, item] of itemsAt(node, 'except').entries()) {
      const inner = parseCidr(textOrEmpty(item));
      if (inner !== undefined && !isInside(inner, outer))
        context.report(['except', index], `${quoted(textOrEmpty(item))} must lie within ${textAt(node, 'cidr')} and be smaller`);
    }
  },
};
