import { given, itemsAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { dnsSubdomain } from '../formats/grammar.js';
import type { ObjectRule } from '../objects/rule.js';

export const nodeFieldSelector: ObjectRule = {
  id: 'node-field-selector',
  severity: 'error',
  on: ['NodeSelectorTerm'],
  why: 'MatchFields takes metadata.name with the name of one node.',
  check(node, context) {
    for (const [index, field] of itemsAt(node, 'matchFields').entries()) {
      const key = given(field, 'key');
      const values = itemsAt(field, 'values');
      if (key?.kind === 'scalar' && key.value !== 'metadata.name')
        context.report(['matchFields', index, 'key'], 'matchFields knows only metadata.name', 'use matchExpressions for labels');
      if (values.length > 1) context.report(['matchFields', index, 'values'], 'metadata.name takes one value');
      const wrong = values.length === 1 ? dnsSubdomain(textOrEmpty(values[0])) : undefined;
      if (wrong !== undefined)
        context.report(['matchFields', index, 'values', 0], `${quoted(textOrEmpty(values[0]))} is not the name of a node: ${wrong}`);
    }
  },
};
