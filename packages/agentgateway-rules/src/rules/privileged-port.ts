import { integerOf, listeningPorts } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const privilegedPort: Rule = {
  id: 'privileged-port',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Where ports below 1024 are kept for root, a proxy without that right starts and does not open the port; only a warning in its log says so.',
  docs: {
    checks: 'Looks for binds and gateways on ports below 1024.',
    seen: 'Live: v1.1.0 and v1.4.1 go on without the port where they may not open it, with the warning `failed to start bind listener`.',
    fix: 'Listen on a port 1024 or above and let the Service map the port, or allow it with `net.ipv4.ip_unprivileged_port_start` or `CAP_NET_BIND_SERVICE`.',
    wrong: 'mcp:\n  port: 80\n  targets:\n  - name: a\n    mcp:\n      host: "http://srv:3001/mcp"\n',
    correct: 'mcp:\n  port: 8080\n  targets:\n  - name: a\n    mcp:\n      host: "http://srv:3001/mcp"\n',
  },
  check({ root, report }) {
    for (const { node, path } of listeningPorts(root)) {
      const port = integerOf(node) ?? 0;
      if (port > 0 && port < 1024)
        report({
          at: node,
          path,
          message: `port ${port} may need the right to open ports below 1024`,
          suggestion: 'use a port 1024 or above',
        });
    }
  },
};
