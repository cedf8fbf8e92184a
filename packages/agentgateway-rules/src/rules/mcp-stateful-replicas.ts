import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, type Rule, text } from '@mcpgw/structure';

export const mcpStatefulReplicas: Rule = {
  id: 'mcp-stateful-replicas',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'Stateful sessions live in one replica of the proxy: with more replicas, clients have to come back to the same one.',
  docs: {
    checks: 'Sessions are kept in one process only where one replica serves them.',
    fix: 'Use statefulMode: stateless, or one replica, or sessions that the load balancer keeps at one replica.',
    wrong: `mcp: {port: 3000, statefulMode: stateful, targets: [{name: a, mcp: {host: 'http://127.0.0.1:8080/mcp'}}]}
`,
    correct: `mcp: {port: 3000, statefulMode: stateless, targets: [{name: a, mcp: {host: 'http://127.0.0.1:8080/mcp'}}]}
`,
  },
  check({ root, report }) {
    for (const { node, path } of mcpBackends(root)) {
      const mode = get(node, 'statefulMode');
      if (text(mode) === 'stateful')
        report({
          at: mode!,
          path: [...path, 'statefulMode'],
          message: 'sessions live in one replica of the proxy',
          suggestion: 'run one replica, or route by session, or use "statefulMode: stateless"',
        });
    }
  },
};
