import { integerOf, listeningPorts } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const bindPort0: Rule = {
  id: 'bind-port-0',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Port 0 means any free port: nobody knows which.',
  docs: {
    checks: 'Looks for binds, gateways and short forms on port 0.',
    seen: 'Live: v1.1.0 and v1.4.1 start, and listen on a port that nothing names.',
    fix: 'Write the port that clients use.',
    wrong: 'binds:\n- port: 0\n  listeners:\n  - name: l0\n    routes:\n    - backends:\n      - host: "api:8080"\n',
    correct: 'binds:\n- port: 3000\n  listeners:\n  - name: l3000\n    routes:\n    - backends:\n      - host: "api:8080"\n',
  },
  check({ root, report }) {
    for (const { node, path } of listeningPorts(root)) {
      if (integerOf(node) === 0) report({ at: node, path, message: 'port 0 listens on a random port', suggestion: 'name the port' });
    }
  },
};
