import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const scaleTarget: ObjectRule = {
  id: 'scale-target',
  severity: 'error',
  on: ['HorizontalPodAutoscalerSpec', 'HorizontalPodAutoscalerV1Spec'],
  why: 'An autoscaler names the group and version of what it scales, or nothing is found.',
  check(node, context) {
    const target = given(node, 'scaleTargetRef');
    if (target === undefined) return;
    const kind = textAt(target, 'kind');
    const version = textAt(target, 'apiVersion');
    const core = kind === 'ReplicationController';
    if (version === '' && !core && context.minor >= 31)
      context.report(['scaleTargetRef', 'apiVersion'], '"apiVersion" is missing', 'for a deployment or stateful set, apps/v1');
    if (version.split('/').length > 2) context.report(['scaleTargetRef', 'apiVersion'], `"${version}" is not a group and version`);
    if (version !== '' && version.indexOf('/') < 1 && !core && context.minor >= 31)
      context.report(['scaleTargetRef', 'apiVersion'], `"${version}" names no group`, 'for a deployment or stateful set, apps/v1');
  },
};
