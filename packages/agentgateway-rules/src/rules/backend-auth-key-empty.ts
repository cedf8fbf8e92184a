import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

export const backendAuthKeyEmpty: Rule = {
  id: 'backend-auth-key-empty',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The backend gets an empty credential and refuses every request.',
  docs: {
    checks: 'The key of backendAuth is not empty.',
    seen: 'Live: v1.1.0 and v1.4.1 send the header `Bearer` without a key.',
    fix: 'Write the key as a variable, such as $API_KEY, or remove the policy.',
    wrong: onRoute('backendAuth: {key: ""}'),
    correct: onRoute('backendAuth: {key: "$API_KEY"}'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'backendAuth')) {
      const key = get(node, 'key');
      if (text(key)?.trim() === '')
        report({
          at: key!,
          path: [...path, 'key'],
          message: 'the key for the backend is empty',
          suggestion: 'write the key, or name its file',
        });
    }
  },
};
