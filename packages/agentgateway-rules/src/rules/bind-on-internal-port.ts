import { integerOf, internalPorts, listeningPorts } from '@mcpgw/agentgateway/internal';
import type { Rule } from '@mcpgw/structure';

export const bindOnInternalPort: Rule = {
  id: 'bind-on-internal-port',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy itself listens on this port for administration, metrics or readiness, and does not start.',
  docs: {
    checks: 'Compares the ports of binds, gateways and short forms with those of administration, metrics and readiness.',
    seen: 'Live: v1.1.0 and v1.4.1 do not start: `stats server starts`.',
    fix: 'Use another port, or move the address under `config`.',
    wrong: 'binds:\n- port: 15020\n  listeners:\n  - routes:\n    - backends:\n      - host: "api:8080"\n',
    correct: 'binds:\n- port: 3000\n  listeners:\n  - routes:\n    - backends:\n      - host: "api:8080"\n',
  },
  check({ root, report }) {
    const internal = internalPorts(root);
    for (const { node, path } of listeningPorts(root)) {
      const use = internal.get(integerOf(node) ?? -1);
      if (use !== undefined)
        report({
          at: node,
          path,
          message: `port ${integerOf(node)} is the ${use} port of the proxy`,
          suggestion: `use another port, or move the ${use} address under "config"`,
        });
    }
  },
};
