import { entries, get, isNull, type Rule } from '@mcpgw/structure';
import { onGateway } from '../examples/examples.js';
import { fieldsNamed } from '../objects/fields.js';

const keys = { secretSelector: 'Secret', configMapSelector: 'ConfigMap' } as const;

export const policySelectsAll: Rule = {
  id: 'policy-selects-all',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'A selector without labels selects every object of the namespace: every value of every Secret there becomes an API key, or the policy holds for every object of the kind.',
  docs: {
    checks: 'Selectors of API keys have labels; selectors of targets too (an info).',
    seen: 'The controller of v1.4.1 sends the password of a Secret that is about something else as one of the API keys; with a label only the meant one.',
    fix: 'Write a label that only the meant objects have.',
    wrong: onGateway('traffic: {apiKeyAuthentication: {secretSelector: {matchLabels: {}}}}'),
    correct: onGateway('traffic: {apiKeyAuthentication: {secretSelector: {matchLabels: {use: api-keys}}}}'),
  },
  check({ root, report }) {
    for (const [key, kind] of Object.entries(keys))
      for (const { node, path } of fieldsNamed(root, key, 'apiKeyAuthentication'))
        if (entries(get(node, 'matchLabels')).length === 0)
          report({
            at: node,
            path,
            message: `without labels every ${kind} of the namespace is taken as API keys`,
            suggestion: 'write a label that only the keys have',
          });
    for (const { node, path } of fieldsNamed(root, 'matchLabels', 'targetSelectors'))
      if (!isNull(node) && entries(node).length === 0)
        report({
          at: node,
          path,
          message: 'without labels the policy holds for every object of this kind in the namespace',
          suggestion: 'write a label of the targets',
          severity: 'info',
        });
  },
};
