import { given, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const templateLimits: ObjectRule = {
  id: 'template-limits',
  severity: 'error',
  on: ['DeploymentSpec', 'ReplicaSetSpec', 'DaemonSetSpec', 'StatefulSetSpec', 'ReplicationControllerSpec', 'JobSpec'],
  why: 'Some fields of a pod are refused in a template.',
  check(node, context) {
    const spec = given(given(node, 'template'), 'spec');
    if (itemsAt(spec, 'ephemeralContainers').length > 0)
      context.report(['template', 'spec', 'ephemeralContainers'], 'a template may not have ephemeral containers');
    if (context.kind !== 'Job' && context.kind !== 'CronJob' && given(spec, 'activeDeadlineSeconds') !== undefined)
      context.report(['template', 'spec', 'activeDeadlineSeconds'], `the pods of a ${context.kind} may not have activeDeadlineSeconds`);
  },
};
