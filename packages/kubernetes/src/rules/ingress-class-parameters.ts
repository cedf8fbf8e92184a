import { child, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const ingressClassParameters: ObjectRule = {
  id: 'ingress-class-parameters',
  on: ['IngressClassParametersReference'],
  why: 'parameters of a namespace name it, those of the cluster do not',
  check(node, context) {
    const scope = str(node, 'scope') || 'Cluster';
    const namespace = child(node, 'namespace');
    if (scope === 'Namespace' && namespace === undefined)
      context.report(['namespace'], '"namespace" is missing: the scope Namespace needs it');
    if (scope === 'Cluster' && namespace !== undefined) context.report(['namespace'], 'namespace goes with the scope Namespace only');
  },
};
