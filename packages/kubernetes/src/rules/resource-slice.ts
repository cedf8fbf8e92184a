import { child, is, list, pairs, present } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const resourceSlice: ObjectRule = {
  id: 'resource-slice',
  on: ['ResourceSliceSpec'],
  why: 'a slice says once which nodes reach its devices, and an attribute has one value',
  check(node, context) {
    const places = present(node, ['nodeName', 'nodeSelector', 'allNodes']);
    if (places.length !== 1) context.report([], 'a slice needs one of nodeName, nodeSelector and allNodes');
    if (is(node, 'allNodes', false)) context.report(['allNodes'], 'allNodes can only be true', 'remove it');
    if (list(child(node, 'nodeSelector'), 'nodeSelectorTerms').length > 1)
      context.report(['nodeSelector', 'nodeSelectorTerms'], 'one term is taken');
    for (const [index, device] of list(node, 'devices').entries())
      for (const { key, value } of pairs(device, 'attributes'))
        if (value.kind === 'map' ? present(value, ['int', 'bool', 'string', 'version']).length !== 1 : true)
          context.report(['devices', index, 'attributes', key], 'an attribute needs one of int, bool, string and version');
  },
};
