import { listNames } from '@mcpgw/structure';
import { child, present, str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'];

export const envSource: ObjectRule = {
  id: 'env-source',
  on: ['EnvVar'],
  why: 'a variable has a value, or one source',
  check(node, context) {
    const from = child(node, 'valueFrom');
    if (from?.kind !== 'map') return;
    const found = present(from, context.minor >= 35 ? [...sources, 'fileKeyRef'] : sources);
    if (found.length === 0) context.report(['valueFrom'], `valueFrom needs one of ${listNames(sources, 'or', '')}`);
    else if (str(node, 'value') !== '')
      context.report(['valueFrom'], 'a variable with a value may not have valueFrom too', 'remove one of them');
    else if (found.length > 1) context.report(['valueFrom'], `valueFrom may hold one source, found ${listNames(found, 'and', '')}`);
  },
};
