import { at, type Rule } from '@mcpgw/structure';
import { extAuthzs } from '../views/ext-authz.js';

export const extauthzCacheNoKey: Rule = {
  id: 'extauthz-cache-no-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.3.0',
  why: 'Without an expression in the key, nothing is ever found in the cache, or one answer serves all.',
  check({ root, report }) {
    for (const authz of extAuthzs(root)) {
      const key = at(authz.node, 'cache', 'key');
      if (key?.kind === 'list' && key.items.length === 0)
        report({
          at: key,
          path: [...authz.path, 'cache', 'key'],
          message: 'the key of the cache is empty',
          suggestion: 'name what tells requests apart, such as "request.path" and "jwt.sub"',
        });
    }
  },
};
