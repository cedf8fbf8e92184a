import { listed, locationOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const apikeyEmptyKey: Rule = {
  id: 'apikey-empty-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty key is a key that everybody has; one with the prefix of its header is a key that nobody has, because the prefix is taken off before keys are compared.',
  docs: {
    checks: 'No API key is empty or begins with the prefix of its header, which is `Bearer ` unless `location` names another one.',
    fix: 'Write the key, or remove the entry.',
    wrong: onRoute(`apiKey: {mode: strict, keys: [{key: ""}]}`),
    correct: onRoute(`apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}`),
  },
  check({ root, report }) {
    for (const { node, path, prefix } of policiesNamed(root, 'apiKey').flatMap(policy => {
      const { prefix } = locationOf(get(policy.node, 'location'), 'Bearer ');
      return listed(get(policy.node, 'keys'), [...policy.path, 'keys']).map(key => ({ ...key, prefix }));
    })) {
      const key = get(node, 'key');
      if (prefix.trim() !== '' && text(key)?.startsWith(prefix) === true)
        report({
          at: key!,
          path: [...path, 'key'],
          message: `"${prefix}" is taken off the header before keys are compared: no request has this key`,
          suggestion: 'write the key alone',
        });
      if (text(key)?.trim() === '')
        report({ at: key!, path: [...path, 'key'], message: 'the API key is empty', suggestion: 'write the key, or remove the entry' });
    }
  },
};
