import { given, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const customResourceName: ObjectRule = {
  id: 'custom-resource-name',
  severity: 'error',
  on: ['CustomResourceDefinition'],
  why: 'The name of a definition is its plural, a dot and its group.',
  check(node, context) {
    const spec = given(node, 'spec');
    const plural = textAt(given(spec, 'names'), 'plural');
    const group = textAt(spec, 'group');
    const name = textAt(given(node, 'metadata'), 'name');
    if (plural !== '' && group !== '' && name !== '' && name !== `${plural}.${group}`)
      context.report(['metadata', 'name'], `the name must be "${plural}.${group}", found "${name}"`);
    if (group !== '' && !group.includes('.'))
      context.report(['spec', 'group'], `the group "${group}" must be a domain of at least two parts`);
    if (
      /(?:^|\.)k(?:8s|ubernetes)\.io$/.test(group) &&
      textAt(given(given(node, 'metadata'), 'annotations'), 'api-approved.kubernetes.io') === ''
    )
      context.report(
        ['metadata', 'annotations'],
        `the group ${group} is kept for Kubernetes`,
        'set the annotation api-approved.kubernetes.io, or use another group',
      );
  },
};
