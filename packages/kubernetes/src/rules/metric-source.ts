import { given, givenKeys, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const sources: Readonly<Record<string, string>> = {
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
  External: 'external',
};

export const metricSource: ObjectRule = {
  id: 'metric-source',
  severity: 'error',
  on: ['MetricSpec'],
  why: 'A metric has the source that its type names, and no other.',
  check(node, context) {
    const wanted = sources[textAt(node, 'type')];
    if (wanted === undefined) return;
    if (given(node, wanted) === undefined) context.report([wanted], `"${wanted}" is missing: the type ${textAt(node, 'type')} needs it`);
    for (const key of givenKeys(node, Object.values(sources)))
      if (key !== wanted) context.report([key], `${key} does not go with the type ${textAt(node, 'type')}`);
  },
};
