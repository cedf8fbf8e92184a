import type { Rule } from '@mcpgw/structure';
import { listeningPorts } from '../views/ports.js';
import { integerOf } from '../views/views.js';

export const bindPort0: Rule = {
  id: 'bind-port-0',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Port 0 means any free port: nobody knows which.',
  check({ root, report }) {
    for (const { node, path } of listeningPorts(root)) {
      if (integerOf(node) === 0) report({ at: node, path, message: 'port 0 listens on a random port', suggestion: 'name the port' });
    }
  },
};
