import { child, present, str } from '../objects/access.js';
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
  on: ['MetricSpec'],
  why: 'a metric has the source that its type names, and no other',
  check(node, context) {
    const wanted = sources[str(node, 'type')];
    if (wanted === undefined) return;
    if (child(node, wanted) === undefined) context.report([wanted], `"${wanted}" is missing: the type ${str(node, 'type')} needs it`);
    for (const key of present(node, Object.values(sources)))
      if (key !== wanted) context.report([key], `${key} does not go with the type ${str(node, 'type')}`);
  },
};
