import { get, type Rule } from '@mcpgw/structure';
import { child, integerOf, listed } from '../views/views.js';

export const duplicateBindPort: Rule = {
  id: 'duplicate-bind-port',
  severity: 'warning',
  kinds: ['agentgateway'],
  until: '1.3.0',
  why: 'Two binds on one port: the second fails, or replaces the first.',
  check({ root, report }) {
    const seen = new Set<number>();
    for (const bind of listed(get(root, 'binds'), ['binds'])) {
      const port = child(bind, 'port');
      const value = integerOf(port?.node);
      if (value === undefined || value === 0) continue;
      if (seen.has(value))
        report({
          at: port!.node,
          path: port!.path,
          message: `port ${value} is already taken by another bind`,
          suggestion: 'put the listeners of both under one bind',
        });
      seen.add(value);
    }
  },
};
