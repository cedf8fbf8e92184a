import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const always = new Set(['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'ReplicationController']);

export const restartPolicy: ObjectRule = {
  id: 'restart-policy',
  severity: 'error',
  on: ['DeploymentSpec', 'ReplicaSetSpec', 'DaemonSetSpec', 'StatefulSetSpec', 'ReplicationControllerSpec', 'JobSpec'],
  why: 'Pods that a controller keeps running restart always, pods of a job never or on failure.',
  check(node, context) {
    const spec = given(given(node, 'template'), 'spec');
    const policy = textAt(spec, 'restartPolicy');
    const path = ['template', 'spec', 'restartPolicy'];
    if (always.has(context.kind)) {
      if (policy !== '' && policy !== 'Always')
        context.report(path, `the pods of a ${context.kind} must have restartPolicy Always, found ${policy}`);
      return;
    }
    if (policy === '' || policy === 'Always')
      context.report(
        path,
        `the pods of a job must have a restartPolicy other than Always${policy === '' ? ', which is the default' : ''}`,
        'set restartPolicy to OnFailure or Never',
      );
    else if (policy === 'OnFailure' && given(node, 'podFailurePolicy') !== undefined)
      context.report(path, 'with podFailurePolicy, restartPolicy must be Never');
  },
};
