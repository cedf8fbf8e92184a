import type { Rule } from '@mcpgw/structure';
import { internalPorts, listeningPorts } from '../views/ports.js';
import { integerOf } from '../views/views.js';

export const bindOnInternalPort: Rule = {
  id: 'bind-on-internal-port',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy itself listens on this port for administration, metrics or readiness: one of the two cannot start.',
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
