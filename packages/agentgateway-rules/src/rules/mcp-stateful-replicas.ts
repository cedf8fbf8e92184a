import { mcpBackends } from '@mcpgw/agentgateway/internal';
import { get, inRange, items, type Rule, text } from '@mcpgw/structure';

export const mcpStatefulReplicas: Rule = {
  id: 'mcp-stateful-replicas',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'A session with a program, or with a server of the older transport, lives in one replica of the proxy: with more replicas, clients have to come back to the same one.',
  docs: {
    checks: 'Sessions are kept in one process only where one replica serves them.',
    seen: 'Live: v1.1.0 and v1.4.1 write the sessions of their targets into the session ID where targets are streamable HTTP, and a second replica serves them. A session with a target of `stdio` gets 400 from a second replica. `sse` and versions before v1.0 were not tried; there, every session counts as one of one replica.',
    fix: 'Serve the program over streamable HTTP, or use one replica, or sessions that the load balancer keeps at one replica.',
    wrong: `mcp: {port: 3000, statefulMode: stateful, targets: [{name: a, stdio: {cmd: server}}]}
`,
    correct: `mcp: {port: 3000, statefulMode: stateful, targets: [{name: a, mcp: {host: 'http://127.0.0.1:8080/mcp'}}]}
`,
  },
  check({ root, version, report }) {
    const kinds = inRange(version, { until: '1.0.0' }) ? ['stdio', 'sse', 'mcp'] : ['stdio', 'sse'];
    for (const { node, path } of mcpBackends(root)) {
      const mode = get(node, 'statefulMode');
      const isHeld = items(get(node, 'targets')).some(target => kinds.some(kind => get(target, kind) !== undefined));
      if (text(mode) === 'stateful' && isHeld)
        report({
          at: mode!,
          path: [...path, 'statefulMode'],
          message: 'sessions live in one replica of the proxy',
          suggestion: 'run one replica, or route by session, or serve the target over streamable HTTP',
        });
    }
  },
};
