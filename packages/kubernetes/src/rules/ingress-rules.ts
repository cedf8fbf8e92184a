import { child, list, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const annotation = 'kubernetes.io/ingress.class';

export const ingressRules: ObjectRule = {
  id: 'ingress-rules',
  on: ['Ingress'],
  why: 'an ingress sends requests somewhere, and names one class',
  check(node, context) {
    const spec = child(node, 'spec');
    if (spec === undefined) return;
    if (list(spec, 'rules').length === 0 && child(spec, 'defaultBackend') === undefined)
      context.report(['spec'], 'an ingress needs rules or defaultBackend');
    const old = str(child(child(node, 'metadata'), 'annotations'), annotation);
    const name = str(spec, 'ingressClassName');
    if (old !== '' && name !== '' && old !== name)
      context.report(['spec', 'ingressClassName'], `the annotation ${annotation} names another class, "${old}"`, 'remove the annotation');
  },
};
