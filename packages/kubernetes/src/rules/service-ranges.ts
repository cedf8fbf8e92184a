import { itemsAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { parseCidr } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';

export const serviceRanges: ObjectRule = {
  id: 'service-ranges',
  severity: 'error',
  on: ['ServiceCIDRSpec'],
  why: 'Services have one address range of each IP family, written from its first address.',
  check(node, context) {
    const ranges = itemsAt(node, 'cidrs').map(textOrEmpty);
    const six = ranges.filter(range => range.includes(':')).length;
    if (ranges.length > 2 || (ranges.length === 2 && six !== 1)) context.report(['cidrs'], 'at most one range of each IP family is taken');
    for (const [index, text] of ranges.entries()) {
      const range = parseCidr(text);
      const rest = range === undefined ? 0n : range.address & ((1n << BigInt(range.bits - range.prefix)) - 1n);
      if (rest !== 0n) context.report(['cidrs', index], `${quoted(text)} does not start at the first address of its range`);
    }
  },
};
