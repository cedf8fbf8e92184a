import { given, givenKeys, listNames, textAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'];

export const envSource: ObjectRule = {
  id: 'env-source',
  severity: 'error',
  on: ['EnvVar'],
  why: 'A variable has a value, or one source.',
  check(node, context) {
    const from = given(node, 'valueFrom');
    if (from?.kind !== 'map') return;
    const found = givenKeys(from, context.minor >= 35 ? [...sources, 'fileKeyRef'] : sources);
    if (found.length === 0) context.report(['valueFrom'], `valueFrom needs one of ${listNames(sources, 'or', '')}`);
    else if (textAt(node, 'value') !== '')
      context.report(['valueFrom'], 'a variable with a value may not have valueFrom too', 'remove one of them');
    else if (found.length > 1) context.report(['valueFrom'], `valueFrom may hold one source, found ${listNames(found, 'and', '')}`);
  },
};
