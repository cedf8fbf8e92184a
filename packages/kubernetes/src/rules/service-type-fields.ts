import { given, itemsAt, type MapNode, numberAt, textAt } from '@mcpgw/structure';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';

export const serviceTypeFields: ObjectRule = {
  id: 'service-type-fields',
  severity: 'error',
  on: ['ServiceSpec'],
  why: 'Some fields of a service belong to some types only.',
  check(node, context) {
    const type = textAt(node, 'type') || 'ClusterIP';
    const balancer = type === 'LoadBalancer';
    const only = (key: string, holds: boolean, where: string): void => {
      if (!holds && isSet(node, key)) context.report([key], `${key} goes with ${where} only`, `remove ${key}`);
    };
    only('loadBalancerSourceRanges', balancer, 'type LoadBalancer');
    only('allocateLoadBalancerNodePorts', balancer, 'type LoadBalancer');
    only('loadBalancerClass', balancer, 'type LoadBalancer');
    const external = balancer || type === 'NodePort' || (type === 'ClusterIP' && itemsAt(node, 'externalIPs').length > 0);
    only('externalTrafficPolicy', external, 'type LoadBalancer or NodePort');
    if (numberAt(node, 'healthCheckNodePort'))
      only(
        'healthCheckNodePort',
        balancer && textAt(node, 'externalTrafficPolicy') === 'Local',
        'type LoadBalancer and externalTrafficPolicy Local',
      );
    if ((balancer || type === 'NodePort') && textAt(node, 'clusterIP') === 'None')
      context.report(['clusterIP'], `a service of type ${type} cannot be headless`, 'remove clusterIP: None');
    if (type === 'ExternalName') checkExternalName(node, context);
  },
};

function isSet(node: MapNode, key: string): boolean {
  const value = given(node, key);
  if (value === undefined) return false;
  return value.kind === 'list' ? value.items.length > 0 : !(value.kind === 'scalar' && value.value === '');
}

function checkExternalName(node: MapNode, context: ObjectContext): void {
  for (const key of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'])
    if (isSet(node, key)) context.report([key], `a service of type ExternalName has no ${key}`, `remove ${key}`);
}
