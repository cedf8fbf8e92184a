import { present } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const envFromSource: ObjectRule = {
  id: 'env-from-source',
  on: ['EnvFromSource'],
  why: 'an entry of envFrom names one config map or one secret',
  check(node, context) {
    const found = present(node, ['configMapRef', 'secretRef']);
    if (found.length === 1) return;
    context.report(
      [],
      found.length === 0 ? 'configMapRef or secretRef is needed' : 'configMapRef and secretRef may not stand in one entry',
      found.length === 0 ? undefined : 'make two entries of it',
    );
  },
};
