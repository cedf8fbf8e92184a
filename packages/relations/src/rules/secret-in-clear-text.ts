import { reportSecret, secretRule } from '@mcpgw/structure';
import { fieldsNamed } from '../objects/fields.js';

/** Keys for backends that stand in policies, backends and models. Which keys Secrets hold is their own matter. */
export const secretInClearText = secretRule(['manifest'], context => {
  for (const { node, path } of fieldsNamed(context.root, 'key', 'auth'))
    reportSecret(context, 'key', node, path, 'put it into a Secret, and name that with "secretRef"');
});
