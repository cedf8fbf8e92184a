import { itemsAt, textAt } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import { qualifiedName } from '../formats/grammar.js';
import type { ObjectRule } from '../objects/rule.js';

export const topologyKey: ObjectRule = {
  id: 'topology-key',
  on: ['PodSpec'],
  why: 'No label of a node can have this key, so the constraint would hold no pod: the server does not look.',
  severity: 'warning',
  check(node, context) {
    for (const [index, item] of itemsAt(node, 'topologySpreadConstraints').entries()) {
      const key = textAt(item, 'topologyKey');
      const wrong = key === '' ? undefined : qualifiedName(key);
      if (wrong !== undefined)
        context.report(['topologySpreadConstraints', index, 'topologyKey'], `${quoted(key)} cannot be a label of a node: ${wrong}`);
    }
  },
};
