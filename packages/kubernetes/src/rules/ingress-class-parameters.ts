import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const ingressClassParameters: ObjectRule = {
  id: 'ingress-class-parameters',
  severity: 'error',
  on: ['IngressClassParametersReference'],
  why: 'Parameters of a namespace name it, those of the cluster do not.',
  check(node, context) {
    const scope = textAt(node, 'scope') || 'Cluster';
    const namespace = given(node, 'namespace');
    if (scope === 'Namespace' && namespace === undefined)
      context.report(['namespace'], '"namespace" is missing: the scope Namespace needs it');
    if (scope === 'Cluster' && namespace !== undefined) context.report(['namespace'], 'namespace goes with the scope Namespace only');
  },
};
