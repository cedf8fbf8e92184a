import { given, type MapNode, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';
import { isZeroAmount, percentOf } from './percent.js';

export const rollingUpdate: ObjectRule = {
  id: 'rolling-update',
  severity: 'error',
  on: ['DeploymentStrategy', 'DaemonSetUpdateStrategy', 'StatefulSetUpdateStrategy'],
  why: 'RollingUpdate goes with the type RollingUpdate, and an update needs room: maxSurge or maxUnavailable.',
  check(node, context) {
    const update = given(node, 'rollingUpdate');
    if (update?.kind !== 'map') return;
    const type = textAt(node, 'type') || 'RollingUpdate';
    if (type === 'Recreate' || (type === 'OnDelete' && context.kind === 'StatefulSet'))
      context.report(['rollingUpdate'], `rollingUpdate does not go with the type ${type}`, 'remove rollingUpdate');
    else if (type === 'RollingUpdate') checkRoom(update, context);
  },
};

function checkRoom(update: MapNode, context: ObjectContext): void {
  const unavailable = given(update, 'maxUnavailable');
  const surge = given(update, 'maxSurge');
  const path = ['rollingUpdate', 'maxUnavailable'];
  if (context.kind === 'StatefulSet' && context.minor < 35) return;
  if ((percentOf(unavailable) ?? 0) > 100) context.report(path, 'more than 100% is refused');
  if (context.kind === 'StatefulSet') {
    if (isZeroAmount(unavailable)) context.report(path, 'maxUnavailable may not be 0');
    return;
  }
  if (context.kind === 'Deployment') {
    if (isZeroAmount(unavailable) && isZeroAmount(surge))
      context.report(path, 'maxUnavailable and maxSurge may not both be 0: no pod could be replaced');
    return;
  }
  const noSurge = surge === undefined || isZeroAmount(surge);
  if (isZeroAmount(unavailable) && noSurge) context.report(path, 'maxUnavailable may not be 0 when maxSurge is 0');
  if (!noSurge && !isZeroAmount(unavailable))
    context.report(path, `with maxSurge, maxUnavailable of a daemon set must be 0${unavailable === undefined ? ', its default is 1' : ''}`);
}
