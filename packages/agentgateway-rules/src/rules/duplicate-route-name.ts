import { type RouteView, routes } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

export const duplicateRouteName: Rule = {
  id: 'duplicate-route-name',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Routes without a name are called route0, route1 and so on; of two routes of one name the last one replaces the other, with its policies.',
  docs: {
    checks: 'Compares the names of the routes of a listener; a route without a name is called by its place.',
    seen: 'Live: v1.1.0 and v1.4.1 serve only the last of two routes of one name: requests for the path of the first get the answer of the last.',
    fix: 'Give every route its own name.',
    wrong: withListener(
      'routes:\n- name: a\n  matches:\n  - path:\n      exact: /a\n  backends:\n  - host: "one:8080"\n- name: a\n  backends:\n  - host: "two:8080"',
    ),
    correct: withListener(
      'routes:\n- name: a\n  matches:\n  - path:\n      exact: /a\n  backends:\n  - host: "one:8080"\n- name: b\n  backends:\n  - host: "two:8080"',
    ),
  },
  check({ root, report }) {
    const seen = new Map<string, RouteView>();
    for (const route of routes(root)) {
      const name = text(get(route.node, 'name')) ?? `route${route.index}`;
      const key = JSON.stringify([
        route.path.slice(0, -1),
        text(get(route.node, 'namespace')) ?? '',
        name,
        text(get(route.node, 'ruleName')) ?? '',
      ]);
      const other = seen.get(key);
      if (other !== undefined) {
        const at = get(route.node, 'name') ?? get(other.node, 'name') ?? route.node;
        report({
          at,
          path: route.path,
          message: `two routes of this listener are called "${name}": only the last one is served`,
          suggestion: 'name every route, each with its own name',
        });
      }
      seen.set(key, route);
    }
  },
};
