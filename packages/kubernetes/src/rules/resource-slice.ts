import { entriesAt, given, givenKeys, isAt, itemsAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const resourceSlice: ObjectRule = {
  id: 'resource-slice',
  severity: 'error',
  on: ['ResourceSliceSpec'],
  why: 'A slice says once which nodes reach its devices, and an attribute has one value.',
  check(node, context) {
    const places = givenKeys(node, ['nodeName', 'nodeSelector', 'allNodes']);
    if (places.length !== 1) context.report([], 'a slice needs one of nodeName, nodeSelector and allNodes');
    if (isAt(node, 'allNodes', false)) context.report(['allNodes'], 'allNodes can only be true', 'remove it');
    if (itemsAt(given(node, 'nodeSelector'), 'nodeSelectorTerms').length > 1)
      context.report(['nodeSelector', 'nodeSelectorTerms'], 'one term is taken');
    for (const [index, device] of itemsAt(node, 'devices').entries())
      for (const { key, value } of entriesAt(device, 'attributes'))
        if (value.kind === 'map' ? givenKeys(value, ['int', 'bool', 'string', 'version']).length !== 1 : true)
          context.report(['devices', index, 'attributes', key], 'an attribute needs one of int, bool, string and version');
  },
};
