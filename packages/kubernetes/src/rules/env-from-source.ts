import { givenKeys } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const envFromSource: ObjectRule = {
  id: 'env-from-source',
  severity: 'error',
  on: ['EnvFromSource'],
  why: 'An entry of envFrom names one config map or one secret.',
  check(node, context) {
    const found = givenKeys(node, ['configMapRef', 'secretRef']);
    if (found.length === 1) return;
    context.report(
      [],
      found.length === 0 ? 'configMapRef or secretRef is needed' : 'configMapRef and secretRef may not stand in one entry',
      found.length === 0 ? undefined : 'make two entries of it',
    );
  },
};
