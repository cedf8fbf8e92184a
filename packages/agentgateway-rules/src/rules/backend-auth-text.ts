import { policiesNamed } from '@mcpgw/agentgateway/internal';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

const fixed = (auth: Node): Node | undefined => get(get(auth, 'key'), 'value') ?? get(auth, 'key');

export const backendAuthText: Rule = {
  id: 'backend-auth-text',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The key is sent after "Bearer ": a prefix in the key is sent twice.',
  docs: {
    checks: 'The key of backendAuth has no prefix. Blanks around it are taken off by the proxy.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 send "Authorization: Bearer Bearer abc" for the key "Bearer abc".',
    fix: 'Write the key alone.',
    wrong: onRoute('backendAuth: {key: "Bearer $API_KEY"}'),
    correct: onRoute('backendAuth: {key: $API_KEY}'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'backendAuth')) {
      const key = fixed(node);
      const value = text(key);
      if (key === undefined || value === undefined || get(get(node, 'key'), 'location') !== undefined) continue;
      const prefix = /^\s*(Bearer|Basic|Token)\s/i.exec(value)?.[1];
      if (prefix !== undefined)
        report({ at: key, path: [...path, 'key'], message: `the backend gets "Bearer ${prefix} ..."`, suggestion: 'write the key alone' });
    }
  },
};
