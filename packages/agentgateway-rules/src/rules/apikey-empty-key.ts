import { listed, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const apikeyEmptyKey: Rule = {
  id: 'apikey-empty-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty key is a key that everybody has.',
  docs: {
    checks: 'No API key is empty.',
    fix: 'Write the key, or remove the entry.',
    wrong: onRoute(`apiKey: {mode: strict, keys: [{key: ""}]}`),
    correct: onRoute(`apiKey: {mode: strict, keys: [{key: $CLIENT_KEY}]}`),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'apiKey').flatMap(policy =>
      listed(get(policy.node, 'keys'), [...policy.path, 'keys']),
    )) {
      const key = get(node, 'key');
      if (text(key)?.trim() === '')
        report({ at: key!, path: [...path, 'key'], message: 'the API key is empty', suggestion: 'write the key, or remove the entry' });
    }
  },
};
