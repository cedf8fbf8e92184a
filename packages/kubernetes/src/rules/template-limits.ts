import { child, list } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const templateLimits: ObjectRule = {
  id: 'template-limits',
  on: ['DeploymentSpec', 'ReplicaSetSpec', 'DaemonSetSpec', 'StatefulSetSpec', 'ReplicationControllerSpec', 'JobSpec'],
  why: 'some fields of a pod are refused in a template',
  check(node, context) {
    const spec = child(child(node, 'template'), 'spec');
    if (list(spec, 'ephemeralContainers').length > 0)
      context.report(['template', 'spec', 'ephemeralContainers'], 'a template may not have ephemeral containers');
    if (context.kind !== 'Job' && context.kind !== 'CronJob' && child(spec, 'activeDeadlineSeconds') !== undefined)
      context.report(['template', 'spec', 'activeDeadlineSeconds'], `the pods of a ${context.kind} may not have activeDeadlineSeconds`);
  },
};
