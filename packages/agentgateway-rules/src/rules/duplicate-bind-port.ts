import { child, integerOf, listed } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';

export const duplicateBindPort: Rule = {
  id: 'duplicate-bind-port',
  severity: 'warning',
  kinds: ['agentgateway'],
  until: '1.3.0',
  why: 'Of two binds on one port the last one replaces the other, whose listeners are never reached.',
  docs: {
    checks: 'Compares the ports of binds.',
    seen: 'Live: v1.1.0 serves the listeners of the second bind alone, and those of the first answer 404. v1.4.1 refuses the file: `binds, llm, and mcp must use unique ports`.',
    fix: 'Put the listeners under one bind, or use another port.',
    wrong:
      'binds:\n- port: 3000\n  listeners:\n  - name: l3000\n    routes:\n    - backends:\n      - host: "api:8080"\n- port: 3000\n  listeners:\n  - name: other\n    routes:\n    - backends:\n      - host: "api:8080"\n',
    correct:
      'binds:\n- port: 3000\n  listeners:\n  - name: l3000\n    routes:\n    - backends:\n      - host: "api:8080"\n- port: 3001\n  listeners:\n  - name: l3001\n    routes:\n    - backends:\n      - host: "api:8080"\n',
    version: '1.1.0',
  },
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
