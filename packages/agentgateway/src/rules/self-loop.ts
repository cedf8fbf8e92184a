import { type Rule, text } from '@mcpgw/structure';
import { child, routes } from '../views/views.js';

export const selfLoop: Rule = {
  id: 'self-loop',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The backend is the port that the request came in by: it goes round until a limit ends it.',
  check({ root, report }) {
    for (const route of routes(root)) {
      const own = route.listener?.port;
      for (const backend of route.backends) {
        const host = child(backend, 'host');
        const [, port] = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d+)$/.exec(text(host?.node) ?? '') ?? [];
        if (own === undefined || port === undefined || Number(port) !== own) continue;
        report({
          at: host!.node,
          path: host!.path,
          message: `the backend is port ${own} of this proxy itself`,
          suggestion: 'name the port of the service',
        });
      }
    }
  },
};
