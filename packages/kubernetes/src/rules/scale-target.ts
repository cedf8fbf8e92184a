import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const scaleTarget: ObjectRule = {
  id: 'scale-target',
  on: ['HorizontalPodAutoscalerSpec', 'HorizontalPodAutoscalerV1Spec'],
  why: 'an autoscaler names the group and version of what it scales, or nothing is found',
  check(node, context) {
    const target = child(node, 'scaleTargetRef');
    if (target === undefined) return;
    const kind = str(target, 'kind');
    const version = str(target, 'apiVersion');
    const core = kind === 'ReplicationController';
    if (version === '' && !core && context.minor >= 31)
      context.report(['scaleTargetRef', 'apiVersion'], '"apiVersion" is missing', 'for a deployment or stateful set, apps/v1');
    if (version.split('/').length > 2) context.report(['scaleTargetRef', 'apiVersion'], `"${version}" is no group and version`);
    if (version !== '' && version.indexOf('/') < 1 && !core && context.minor >= 31)
      context.report(['scaleTargetRef', 'apiVersion'], `"${version}" names no group`, 'for a deployment or stateful set, apps/v1');
  },
};
