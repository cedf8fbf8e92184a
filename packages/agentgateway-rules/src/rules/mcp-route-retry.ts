import { mcpPolicies } from '@mcpgw/agentgateway/internal';
import { get, isNull, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

export const mcpRouteRetry: Rule = {
  id: 'mcp-route-retry',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The proxy sends each request to an MCP server once: nothing is tried again.',
  docs: {
    checks: 'Looks for retries on routes of MCP servers.',
    seen: 'Live: v1.1.0 and v1.4.1 send each request to an MCP server once, though the answer is 503 and the route has `codes: [503]`; so for tools/call.',
    fix: 'Leave retries of tool calls to the client.',
    wrong: withRoute(
      'policies:\n  retry:\n    attempts: 2\n    codes: [503]\nbackends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"',
    ),
    correct: withRoute('backends:\n- mcp:\n    targets:\n    - name: a\n      mcp:\n        host: "http://one:3001/mcp"'),
  },
  check({ root, report }) {
    for (const { node: policies, path } of mcpPolicies(root)) {
      const retry = get(policies, 'retry');
      if (retry === undefined || isNull(retry)) continue;
      report({
        at: retry,
        path: [...path, 'retry'],
        message: 'requests to MCP servers are not retried: this has no effect',
        suggestion: 'remove the retries from this route',
      });
    }
  },
};
