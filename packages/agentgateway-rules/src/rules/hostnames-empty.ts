import { routes, tcpRoutes } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const hostnamesEmpty: Rule = {
  id: 'hostnames-empty',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'An empty list looks like "no host" and means every host: the route takes requests that were meant for no one.',
  docs: {
    checks: 'Looks for routes with an empty list of hostnames.',
    seen: 'Live: v1.1.0 and v1.4.1 take requests for every host.',
    fix: 'Name the hosts, or remove the field to take every host.',
    wrong: withRoute('hostnames: []'),
    correct: withRoute('hostnames: [api.example]'),
  },
  check({ root, report }) {
    for (const { node, path } of [...routes(root), ...tcpRoutes(root)]) {
      const list = get(node, 'hostnames');
      if (list?.kind === 'list' && list.items.length === 0)
        report({
          at: list,
          path: [...path, 'hostnames'],
          message: 'an empty list of hostnames takes every host',
          suggestion: 'name the hosts, or remove the field',
        });
    }
  },
};
