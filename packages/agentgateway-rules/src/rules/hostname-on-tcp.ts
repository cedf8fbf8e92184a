import { child, listed, listeners, protocolOf, tcpRoutes } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';

const example = (listener: string): string => `binds:
- port: 5432
  listeners:
  - protocol: TCP
${listener}    tcpRoutes:
    - backends:
      - host: "db:5432"
`;

export const hostnameOnTcp: Rule = {
  id: 'hostname-on-tcp',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'A plain TCP connection does not name a host: the name of the listener is never looked at, and a route for a name gets no connection.',
  docs: {
    checks: 'Hostnames of TCP listeners, and of routes at TCP listeners.',
    seen: 'Live: v1.1.0 and v1.4.1 passed a plain connection to the backend of a TCP listener with `hostname: db.example`. v1.4.1 ends it where the only route has `hostnames`.',
    fix: 'Use protocol TLS, or remove the name.',
    wrong: example('    hostname: db.example\n'),
    correct: example(''),
  },
  check({ root, report }) {
    for (const view of listeners(root)) {
      if (protocolOf(view) !== 'TCP') continue;
      const hostname = child(view, 'hostname');
      const name = text(hostname?.node) ?? '';
      if (hostname !== undefined && name !== '' && name !== '*')
        report({
          at: hostname.node,
          path: hostname.path,
          message: `a TCP connection does not name a host: the listener takes all connections of its port, not those for "${name}"`,
          suggestion: 'remove "hostname", or use protocol TLS',
        });
    }
    for (const route of tcpRoutes(root)) {
      if (route.listener === undefined || protocolOf(route.listener) !== 'TCP') continue;
      const names = child(route, 'hostnames');
      if (names === undefined || !listed(names.node, []).some(({ node }) => !['', '*'].includes(text(node) ?? ''))) continue;
      report({
        at: names.node,
        path: names.path,
        message: 'a TCP connection does not name a host: no connection reaches this route',
        suggestion: 'remove "hostnames" and give each backend its own port, or use protocol TLS',
      });
    }
  },
};
