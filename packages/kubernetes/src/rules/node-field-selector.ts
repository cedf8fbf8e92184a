import { dnsSubdomain } from '../formats/grammar.js';
import { quoted } from '../formats/leaf.js';
import { child, list, textOf } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const nodeFieldSelector: ObjectRule = {
  id: 'node-field-selector',
  on: ['NodeSelectorTerm'],
  why: 'matchFields takes metadata.name with the name of one node',
  check(node, context) {
    for (const [index, field] of list(node, 'matchFields').entries()) {
      const key = child(field, 'key');
      const values = list(field, 'values');
      if (key?.kind === 'scalar' && key.value !== 'metadata.name')
        context.report(['matchFields', index, 'key'], 'matchFields knows only metadata.name', 'use matchExpressions for labels');
      if (values.length > 1) context.report(['matchFields', index, 'values'], 'metadata.name takes one value');
      const wrong = values.length === 1 ? dnsSubdomain(textOf(values[0])) : undefined;
      if (wrong !== undefined)
        context.report(['matchFields', index, 'values', 0], `${quoted(textOf(values[0]))} is not the name of a node: ${wrong}`);
    }
  },
};
