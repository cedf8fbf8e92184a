import { routes } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpSplitBackends: Rule = {
  id: 'mcp-split-backends',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Requests are spread over the backends by weight, so the requests of one session reach different servers.',
  docs: {
    checks: 'Looks for routes with several MCP backends.',
    fix: 'Put all targets into one MCP backend.',
    wrong: withRoute(
      'backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"\n- mcp:\n    targets:\n    - name: b\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
    correct: withRoute('backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"'),
  },
  check({ root, report }) {
    for (const route of routes(root)) {
      const mcp = route.backends.filter(backend => get(backend.node, 'mcp') !== undefined);
      if (mcp.length > 1)
        report({
          at: mcp[1]!.node,
          path: mcp[1]!.path,
          message: 'the route spreads MCP sessions over several backends',
          suggestion: 'put the targets of all of them into one backend',
        });
    }
  },
};
