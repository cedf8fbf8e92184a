import { given, itemsAt, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const annotation = 'kubernetes.io/ingress.class';

export const ingressRules: ObjectRule = {
  id: 'ingress-rules',
  severity: 'error',
  on: ['Ingress'],
  why: 'An ingress sends requests somewhere, and names one class.',
  check(node, context) {
    const spec = given(node, 'spec');
    if (spec === undefined) return;
    if (itemsAt(spec, 'rules').length === 0 && given(spec, 'defaultBackend') === undefined)
      context.report(['spec'], 'an ingress needs rules or defaultBackend');
    const old = textAt(given(given(node, 'metadata'), 'annotations'), annotation);
    const name = textAt(spec, 'ingressClassName');
    if (old !== '' && name !== '' && old !== name)
      context.report(['spec', 'ingressClassName'], `the annotation ${annotation} names another class, "${old}"`, 'remove the annotation');
  },
};
