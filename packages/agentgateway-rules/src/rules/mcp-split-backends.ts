import { routes } from '@mcpgw/agentgateway/internal';
import { get, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpSplitBackends: Rule = {
  id: 'mcp-split-backends',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Requests are spread over the backends by weight: a session gets the tools of one of them by chance, and from v1.4 its later requests may reach another one.',
  docs: {
    checks: 'Looks for routes with several MCP backends.',
    seen: 'Live: v1.1.0 and v1.4.1 list the tools of one of the backends. In v1.4.1 some of the requests of a session get 404; in v1.1.0 a session stays where it began.',
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
