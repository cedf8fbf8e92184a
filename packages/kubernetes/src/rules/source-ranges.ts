import { given, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { cidr } from '../formats/ip.js';
import type { ObjectRule } from '../objects/rule.js';

const key = 'service.beta.kubernetes.io/load-balancer-source-ranges';

export const sourceRanges: ObjectRule = {
  id: 'source-ranges',
  severity: 'error',
  on: ['Service'],
  why: 'The annotation lists address ranges for a load balancer.',
  check(node, context) {
    const spec = given(node, 'spec');
    const annotations = given(given(node, 'metadata'), 'annotations');
    if (given(annotations, key) === undefined || given(spec, 'loadBalancerSourceRanges') !== undefined) return;
    const path = ['metadata', 'annotations', key];
    if (textAt(spec, 'type') !== 'LoadBalancer') context.report(path, 'the annotation goes with the type LoadBalancer only');
    const text = textAt(annotations, key).trim();
    const wrong = text === '' ? undefined : text.split(',').find(range => cidr(range.trim()) !== undefined);
    if (wrong !== undefined)
      context.report(path, `${quoted(wrong.trim())} is not an address range`, 'write ranges such as 10.9.8.0/24 with commas between');
  },
};
