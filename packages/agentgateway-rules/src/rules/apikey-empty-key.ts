import { listed, locationOf, policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const apikeyEmptyKey: Rule = {
  id: 'apikey-empty-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Everybody has an empty key, and nobody has one where a prefix such as `Bearer ` is taken off first. Nobody has a key that begins with this prefix either.',
  docs: {
    checks: 'No API key is empty or begins with the prefix of its header, which is `Bearer ` unless `location` names another one.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 401 to `Authorization: Bearer` without more where the key is empty, and take the key `Bearer abc` from `Authorization: Bearer Bearer abc` alone. v1.4.1 answers 200 to `x-key:` and to `/?key` where `location` names this header or parameter and the key is empty.',
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
        report({
          at: key!,
          path: [...path, 'key'],
          message: /\s$/.test(prefix)
            ? 'the API key is empty: no request has this key'
            : 'the API key is empty: anyone who sends the name of the credential without a value is let in',
          suggestion: 'write the key, or remove the entry',
        });
    }
  },
};
