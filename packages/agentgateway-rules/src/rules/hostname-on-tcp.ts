import { child, listeners, protocolOf } from '@mcpgw/agentgateway/internal';
import { get, items, type Rule, text } from '@mcpgw/structure';

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
  why: 'A plain TCP connection names no host, and a TLS connection that is passed on is not read as HTTP: names and routes that need more are never looked at.',
  docs: {
    checks: 'Host names of TCP listeners, and HTTP routes of listeners for TCP or for TLS that is passed on.',
    fix: 'Use protocol TLS for names, HTTPS for HTTP routes, or remove what is not read.',
    wrong: example('    hostname: db.example\n'),
    correct: example(''),
  },
  check({ root, report }) {
    for (const view of listeners(root)) {
      const protocol = protocolOf(view);
      const isPassed = protocol === 'TLS' && get(view.node, 'tls') === undefined;
      if (protocol !== 'TCP' && !isPassed) continue;
      const hostname = child(view, 'hostname');
      const name = text(hostname?.node) ?? '';
      if (protocol === 'TCP' && hostname !== undefined && name !== '' && name !== '*')
        report({
          at: hostname.node,
          path: hostname.path,
          message: `a TCP connection names no host: the listener takes all connections of its port, not those for "${name}"`,
          suggestion: 'remove "hostname", or use protocol TLS',
        });
      const routes = child(view, 'routes');
      if (routes === undefined || items(routes.node).length === 0) continue;
      report({
        at: routes.node,
        path: routes.path,
        message: `a listener of protocol ${protocol}${isPassed ? ' without "tls"' : ''} chooses among "tcpRoutes": these routes get nothing`,
        suggestion: isPassed ? 'use protocol HTTPS with a certificate, or "tcpRoutes"' : 'use protocol HTTP, or "tcpRoutes"',
      });
    }
  },
};
