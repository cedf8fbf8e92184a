import { gatewayNames, listeners } from '@mcpgw/agentgateway/internal';
import { entries, get, items, type Node, type Rule } from '@mcpgw/structure';
import { withListener } from '../examples/examples.js';

/** The gateways that something is attached to; what names none is attached to `default`. */
function usersOf(root: Node): string[] {
  const all = [
    ...items(get(root, 'routes')),
    ...items(get(root, 'tcpRoutes')),
    ...['llm', 'mcp', 'ui'].flatMap(key => get(root, key) ?? []),
  ];
  return all.flatMap(node => gatewayNames(node));
}

export const noRoutes: Rule = {
  id: 'no-routes',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A listener without routes answers 404 to everything.',
  docs: {
    checks: 'Looks for listeners with an empty list of routes.',
    seen: 'Live: v1.1.0 and v1.4.1 answer 404.',
    fix: 'Add a route, or remove the listener.',
    wrong: withListener('routes: []'),
    correct: withListener('routes:\n- backends:\n  - host: "api:8080"'),
  },
  check({ root, report }) {
    for (const { key, keySpan, value } of entries(get(root, 'gateways'))) {
      if (usersOf(root).some(name => name.split('/')[0] === key) || get(value, 'port') === undefined) continue;
      report({
        at: keySpan,
        path: ['gateways', key],
        message: `nothing is attached to the gateway "${key}", which answers 404`,
        suggestion: 'add a route with "gateways", or remove it',
      });
    }
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
