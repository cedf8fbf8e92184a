import { itemsAt, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { cidr } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';

export const nodeRanges: ObjectRule = {
  id: 'node-ranges',
  severity: 'error',
  on: ['NodeSpec'],
  why: 'A node has one address range for its pods, or one of each IP family.',
  check(node, context) {
    const single = textAt(node, 'podCIDR');
    const several = itemsAt(node, 'podCIDRs').map(textOrEmpty);
    const follows = several.length > 0 && (single === '' || several[0] === single);
    const ranges = follows ? several : single === '' ? [] : [single];
    for (const [index, range] of ranges.entries()) {
      const wrong = cidr(range);
      if (wrong !== undefined)
        context.report(follows ? ['podCIDRs', index] : ['podCIDR'], `${quoted(range)} is not an address range: ${wrong}`);
    }
    const six = ranges.filter(range => range.includes(':')).length;
    if (ranges.length > 1 && (ranges.length > 2 || six !== 1)) context.report(['podCIDRs'], 'at most one range of each IP family is taken');
  },
};
