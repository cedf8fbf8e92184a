import { givenKeys } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const downwardFile: ObjectRule = {
  id: 'downward-file',
  severity: 'error',
  on: ['DownwardAPIVolumeFile'],
  why: 'A file of the downward API contains a field, or a resource.',
  check(node, context) {
    const found = givenKeys(node, ['fieldRef', 'resourceFieldRef']);
    if (found.length === 1) return;
    context.report(
      [],
      found.length === 0 ? 'fieldRef or resourceFieldRef is needed' : 'fieldRef and resourceFieldRef may not stand in one file',
    );
  },
};
