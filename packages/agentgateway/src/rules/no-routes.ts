import { get, type Rule } from '@mcpgw/structure';
import { withListener } from '../views/examples.js';
import { listeners } from '../views/views.js';

export const noRoutes: Rule = {
  id: 'no-routes',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A listener without routes answers 404 to everything.',
  docs: {
    checks: 'Looks for listeners with an empty list of routes.',
    fix: 'Add a route, or remove the listener.',
    wrong: withListener('routes: []'),
    correct: withListener('routes:\n- backends:\n  - host: "api:8080"'),
  },
  check({ root, report }) {
    for (const listener of listeners(root)) {
      for (const key of ['routes', 'tcpRoutes']) {
        const routes = get(listener.node, key);
        if (routes?.kind === 'list' && routes.items.length === 0)
          report({
            at: routes,
            path: [...listener.path, key],
            message: 'the listener has no routes',
            suggestion: 'add a route, or remove the listener',
          });
      }
    }
  },
};
